#ifndef LOG_H
#define LOG_H

enum level { QUIET, NORMAL, LOUD };

void log_level(enum level level);
void log_line(enum level level, const char *line);

#endif
