import type { Shelf } from './shelf';
import { readFile } from 'fs';

export interface Item<T = string> extends Base, Named {
  readonly id: number;
  name?: string;
  [key: string]: unknown;
  (x: number): string;
  keep(item: T, ...more: T[]): void;
}

type Kind = 'small' | 'large' | null;
type Mapped<T> = { readonly [K in keyof T]?: T[K] };
type Check<T> = T extends string ? true : false;
type Fn = (a: number, b?: string) => void;
type Pair = [first: number, second?: string];

enum Color { Red, Green = 'g', Blue = 3 }
declare const VERSION: string;
declare module 'depot' { export function open(): void; }

namespace inner {
  export const limit = 10;
}

abstract class Depot<T extends Item> implements Shelf, Named {
  private readonly items: T[] = [];
  static count?: number;
  protected abstract size(): number;

  constructor(public limit: number, private name: string = 'a') {
    super();
  }

  @decorate({ a: 1 })
  async load(path: string, options?: { quick: boolean }): Promise<void> {
    const text = await readFile(path) as unknown as string;
    this.items!.push(<T>{ id: 1 });
  }

  get first(): T | undefined { return this.items[0]; }
}

function total(values: ReadonlyArray<number>, scale: number = 1): number;
function total(values: any, scale?: any) {
  let result: number = 0;
  for (const value of values) {
    if (typeof value === 'number') result += value * scale;
    else throw new TypeError(`bad ${value}`);
  }
  switch (result) {
    case 1: return result satisfies number;
    default: break;
  }
  const generic = <U,>(x: U): U => x;
  return generic<number>(result);
}

function isItem(x: unknown): x is Item { return (x as Item)?.id !== undefined; }
let tuple: [number, string] = [1, 'a'], union: Map<string, Kind[]> | undefined;
export default Depot;
export type { Kind, Mapped };
