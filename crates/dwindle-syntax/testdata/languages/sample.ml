(* A depot. *)
open Printf

type kind = Small | Large of int * string
type 'a item = { size : int; mutable value : 'a option }

exception Bad of string

module type Owner = sig
  val owner : string -> int
end

module Shelf : Owner = struct
  let owner name = String.length name
end

let limit = 10
let rec total ?(scale = 1) ~start items =
  match items with
  | [] -> start
  | x :: rest when x > 100 -> total ~scale ~start rest
  | x :: rest ->
    let doubled = x * scale in
    if doubled = 3 then raise (Bad "three") else doubled + total ~start rest

let () =
  let counter = ref 0 in
  for i = 0 to 3 do
    counter := !counter + i;
    printf "%d %s\n" i "text"
  done;
  while !counter > 5 do decr counter done;
  let add = fun x y -> x +. y in
  let table = [| 1; 2 |] and item = { size = 1; value = None } in
  item.value <- Some (add 1.5 2.);
  (try ignore (total ~start:0 [ 1; 2 ]) with Bad text -> print_string text | _ -> ());
  begin match Large (1, "a") with
  | Large (n, _) -> ignore table.(n)
  | Small -> assert false
  end
