'use strict';
import fs, { readFile as read, writeFile } from 'fs';
import * as path from "path";

const LIMIT = 10, other = 0x1f;
let { a, b: { c }, ...rest } = require('./depot');
var [first, , third = 3] = [1, 2, , 4];

/** A depot. */
class Depot extends Base {
  static count = 0;
  #secret = 1;

  constructor(items = [], limit) {
    super(items);
    this.items = items;
    this.limit = limit ?? LIMIT;
  }

  get size() { return this.items.length; }
  set size(n) { this.items.length = n; }
  static async *all() { yield* this.items; }
  ['computed' + 1]() {}
}

async function total(values, { scale = 1.5, ...options } = {}, ...more) {
  let result = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i] < 0) continue;
    else if (values[i] > 100) break;
    else { result += values[i] ** 2; }
  }
  for (const key in options) delete options[key];
  for await (const value of values) result -= +value;
  outer: while (result > 50) { result /= 2; break outer; }
  do { result--; } while (result > 9 && !(result === 3));
  switch (typeof result) {
    case 'number':
    case "string":
      result = `a ${result} b${1 + 2}`;
      break;
    default:
      throw new Error('bad');
  }
  try {
    await read(result);
  } catch (error) {
    console.log(error?.message, error.stack[0]);
  } finally {
    debugger;
  }
  return result;
}

const table = { a: 1, 'b': [2, 3], total, method(x) { return x; }, ...rest, [first]: null };
const arrow = (x, y) => x > y ? x : y, short = x => ({ x }), none = async () => {};
const pattern = /a[b/]+c/gi, big = 10n;
function* generate(n) { const x = yield n; return void 0; }
if (first instanceof Depot || 'a' in table) (function () { arguments; })();
const element = <div className="a" {...rest}>text {first} <b/></div>;
export default Depot;
export { total as sum, generate };
export const value = new.target, i = (1, 2);
;
