# A depot.
CC ?= cc
CFLAGS := -O2 $(EXTRA)
SOURCES = $(wildcard src/*.c) \
	other.c
OBJECTS = $(SOURCES:.c=.o)
VERSION != git describe
export CC
-include config.mk

.PHONY: all clean

all: depot | out

depot: $(OBJECTS)
	$(CC) -o $@ $^
	@echo done

%.o: %.c
	$(CC) $(CFLAGS) -c $< -o $@

ifeq ($(DEBUG),1)
CFLAGS += -g
else
CFLAGS += -s
endif

define banner
a text
endef

ifdef TESTS
test: depot ; ./depot --test
endif

clean:
	-rm -f $(OBJECTS) depot
	$(if $(VERBOSE),echo $(call banner,x))

override LDFLAGS = -lm
