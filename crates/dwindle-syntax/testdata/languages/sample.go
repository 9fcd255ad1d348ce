// Package depot keeps things.
package depot

import "os"
import (
	"fmt"
	str "strings"
)

const limit, other = 10, 0x1f
const (
	small = iota
	large
)

var table = map[string][]int{"a": {1, 2}, "b": nil}
var (
	count int = 3
	names [4]string
)

// Kind is a kind.
type Kind int
type Item struct {
	ID, Size int
	Name     string `json:"name"`
	*Base
}
type Keeper interface {
	fmt.Stringer
	Keep(item Item, more ...int) (bool, error)
}
type Box[T any, K comparable] struct{ value T }
type Handler func(int, string) error

func (d *Item) Keep(item Item, more ...int) (ok bool, err error) {
	defer d.close()
	if item.ID < 0 || !ok {
		return false, nil
	} else if n := len(more); n > 3 {
		go func() { count++ }()
	} else {
		ok = true
	}
	return
}

func total[T int | float64](values []T, scale float64) T {
	var result T
	for i := 0; i < len(values); i++ {
		result += values[i] * 2
		if i > 100 {
			break
		}
		continue
	}
outer:
	for key, value := range table {
		fmt.Println(key, value[1:], str.ToUpper("x"))
		break outer
	}
	for {
		break
	}
	switch x := interface{}(result).(type) {
	case int, string:
		fmt.Printf("%d\n", x)
		fallthrough
	default:
		panic("bad")
	}
	switch {
	case count > 1:
		count, names[0] = 2, `raw`
	}
	ch := make(chan int, 3)
	select {
	case v, ok := <-ch:
		_, _ = v, ok
	case ch <- 1:
	default:
		goto done
	}
	p := &Item{ID: 1, Name: "a"}
	a := [...]int{1, 2, 3}
	f := func(x int) int { return -x }
	_ = *p
	_ = f(a[0]) + int('c')
done:
	return result
}
