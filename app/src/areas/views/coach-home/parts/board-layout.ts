import { type Day, instantOf } from '@paidang/domain/kernel/day'
import { DEFAULT_FIRST_START, HALF_HOURS_PER_DAY, type HalfHour } from '@paidang/domain/kernel/half-hour'

/** Anything that takes time on a board: half-hour indexes, the end exclusive. */
export type Timed = { begin: HalfHour; end: HalfHour }

/** A block among those that overlap it: it is in lane `lane` of `lanes`. */
export type Placed<Block extends Timed> = { block: Block; lane: number; lanes: number }

/** The hours that a board shows: whole hours, the end exclusive. */
export type BoardSpan = { from: number; to: number }

/** A board shows at least this many hours, so that a few blocks do not make it too short. */
const LEAST_HOURS = 8
/** The first hour of an empty board. */
const USUAL_FROM = 8
const HOURS = HALF_HOURS_PER_DAY / 2
const HALF_HOURS = 2
const MINUTE_MS = 60_000
const MINUTES_PER_HOUR = 60

/**
 * Places overlapping blocks side by side, each in the first free lane. A later block uses a lane again once it is free.
 */
export function placeBlocks<Block extends Timed>(blocks: readonly Block[]): Placed<Block>[] {
  const placed: Placed<Block>[] = []
  let cluster: Placed<Block>[] = []
  let clusterEnd = 0
  let laneEnds: HalfHour[] = []
  const close = () => {
    for (const one of cluster) one.lanes = laneEnds.length
    placed.push(...cluster)
    cluster = []
    laneEnds = []
  }
  for (const block of [...blocks].sort((a, b) => a.begin - b.begin || b.end - a.end)) {
    if (block.begin >= clusterEnd) close()
    const free = laneEnds.findIndex((end) => end <= block.begin)
    const lane = free === -1 ? laneEnds.length : free
    laneEnds[lane] = block.end
    clusterEnd = Math.max(clusterEnd, block.end)
    cluster.push({ block, lane, lanes: 1 })
  }
  close()
  return placed
}

/** Returns the hours that show all blocks. They include the present hour if it is given and not at night. */
export function boardSpan(blocks: readonly Timed[], nowHour = 0): BoardSpan {
  const hours = blocks.flatMap(({ begin, end }) => [Math.floor(begin / HALF_HOURS), Math.ceil(end / HALF_HOURS)])
  const isAwake = nowHour >= DEFAULT_FIRST_START / HALF_HOURS
  const all = isAwake ? [...hours, Math.floor(nowHour), Math.floor(nowHour) + 1] : hours
  const from = Math.min(...(all.length > 0 ? all : [USUAL_FROM]))
  const to = Math.max(from, ...all)
  const start = Math.max(0, Math.min(from, HOURS - LEAST_HOURS, Math.max(USUAL_FROM, to - LEAST_HOURS)))
  return { from: start, to: Math.min(HOURS, Math.max(to, start + LEAST_HOURS)) }
}

/** Whether a block is in these hours completely. */
export function isWithin({ from, to }: BoardSpan, { begin, end }: Timed): boolean {
  return begin >= from * HALF_HOURS && end <= to * HALF_HOURS
}

/** Whether two blocks have a half-hour in common. */
export function overlap(one: Timed, other: Timed): boolean {
  return one.begin < other.end && other.begin < one.end
}

/** Returns the current hour of that day in Shanghai, as in 9.5; undefined on another day. */
export function hourOn(day: Day, now: Date): number | undefined {
  const minutes = (now.getTime() - instantOf(day, 0).getTime()) / MINUTE_MS
  return minutes >= 0 && minutes < HOURS * MINUTES_PER_HOUR ? minutes / MINUTES_PER_HOUR : undefined
}
