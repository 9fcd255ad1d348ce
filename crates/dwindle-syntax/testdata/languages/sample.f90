! A depot.
module shelves
  implicit none
  integer, parameter :: limit = 10
  type :: item
    integer :: size
    real :: weight = 1.5
  end type item
contains
  function twice(x) result(y)
    integer, intent(in) :: x
    integer :: y
    y = x * 2
  end function twice
end module shelves

program depot
  use shelves
  implicit none
  integer :: i, total
  real, dimension(10) :: values
  type(item) :: first
  total = 0
  do i = 1, limit
    if (i == 3 .or. total > 100) then
      cycle
    else if (i == 9) then
      exit
    else
      total = total + twice(i)
    end if
  end do
  do while (total > 50)
    total = total - 1
  end do
  select case (total)
  case (1:3)
    print *, "few", total
  case default
    write (*, *) "many"
  end select
  values(1) = sqrt(2.0) ** 2
  first%size = total
  call show(first, values(1:2))
end program depot

subroutine show(x, y)
  real :: x, y(2)
  if (x > y(1)) return
end subroutine show
