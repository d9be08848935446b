/** How the seats of held classes were signed; who was not signed counts as present. */
export type AttendanceCounts = { present: number; late: number; absent: number; leave: number }

/** The part of the seats whose players came, late or not, from 0 to 1; nothing where no seat was. */
export function attendanceRateOf({ present, late, absent, leave }: AttendanceCounts): number | undefined {
  return shareOf(present + late, present + late + absent + leave)
}

/** How much more there is than before, as a part of what was: 0.25 is a quarter more; nothing where nothing was before. */
export function changeOf(now: number, before: number): number | undefined {
  return before === 0 ? undefined : (now - before) / Math.abs(before)
}

/** A part of a whole, from 0 to 1; nothing of no whole. */
export function shareOf(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole
}
