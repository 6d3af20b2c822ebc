// Every index below is within the heap: its elements are numbers, which the compiler can not know.

/** Moves the value at the top of a heap of `size` values down to its place; the largest is at the top. */
const sink = (heap: Float64Array, size: number): void => {
  const value = heap[0] as number;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && (heap[child + 1] as number) > (heap[child] as number)) child += 1;
    if ((heap[child] as number) <= value) break;
    heap[at] = heap[child] as number;
    at = child;
  }
  heap[at] = value;
};

/** The `count` smallest of these numbers, in ascending order, without sorting the others. */
export const smallest = (numbers: Float64Array, count: number): Float64Array => {
  if (count >= numbers.length) return numbers.toSorted();
  // from the end: the newest items have the highest slots and the lowest numbers
  const rest = numbers.length - count;
  // ascending is a heap when read from its end
  const heap = numbers.slice(rest).sort().reverse();
  if (count > 0)
    for (let at = rest - 1; at >= 0; at--) {
      const number = numbers[at] as number;
      if (number >= (heap[0] as number)) continue;
      heap[0] = number;
      sink(heap, count);
    }
  return heap.sort();
};
