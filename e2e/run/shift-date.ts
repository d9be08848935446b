/** Runs in a page before its scripts: its clock runs ahead by so many milliseconds, and its timers stay real. */
export function shiftDate(aheadMs: number): void {
  const MachineDate = Date
  const now = () => MachineDate.now() + aheadMs
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, parts, newTarget) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
    apply: () => new MachineDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
