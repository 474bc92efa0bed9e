/** Milliseconds of a clock that all processes of the machine share and that nothing sets: what one saw can be held against another's. */
export function sharedMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
