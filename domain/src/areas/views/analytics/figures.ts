/** The attendance counts of the seats of held classes. A seat without a mark counts as present. */
export type AttendanceCounts = { present: number; late: number; absent: number; leave: number }

/** The share of seats whose players came, late or not, from 0 to 1. Undefined without seats. */
export function attendanceRateOf({ present, late, absent, leave }: AttendanceCounts): number | undefined {
  return shareOf(present + late, present + late + absent + leave)
}

/** The relative change: 0.25 is a quarter more. Undefined when the earlier value is 0. */
export function changeOf(now: number, before: number): number | undefined {
  return before === 0 ? undefined : (now - before) / Math.abs(before)
}

/** The share of a part in a whole, from 0 to 1. Undefined when the whole is 0. */
export function shareOf(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole
}
