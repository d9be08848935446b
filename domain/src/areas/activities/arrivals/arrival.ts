const MINUTE_MS = 60_000

/** How many minutes after the start a court that nobody took up may be released. */
export const RELEASE_AFTER_MINUTES = 15
/** How long before the start 我到了 opens, as 签到 of a class does. */
const ARRIVAL_OPENS_BEFORE_MS = 30 * MINUTE_MS

/** What the rules know of a class or a game on a court of a venue. */
export type Booked = {
  startsAt: Date
  endsAt: Date
  /** Whether it holds its court: a confirmed class, or an active game. */
  isStanding: boolean
  /** Whether the venue's rule was in force when it was booked, and still is. */
  isBound: boolean
  /** The first arrival at this time, or the coach's 签到. */
  arrivedAt: Date | null
  releasedAt: Date | null
}

/** Whether the rule of a venue binds a booking: who booked before it was switched on did not know it. */
export function isBoundBy(ruleSince: Date | null, bookedAt: Date): boolean {
  return ruleSince !== null && bookedAt.getTime() >= ruleSince.getTime()
}

/** From when a court that nobody took up may be released. */
export const releaseFrom = (startsAt: Date): Date => new Date(startsAt.getTime() + RELEASE_AFTER_MINUTES * MINUTE_MS)

/** From when somebody can say that they have arrived. An earlier arrival was for another time. */
export const arrivalFrom = (startsAt: Date): Date => new Date(startsAt.getTime() - ARRIVAL_OPENS_BEFORE_MS)

export type ArrivalRefusal = 'arrival_not_needed' | 'arrival_not_open' | 'court_released'

/** Why nobody can say now that they have arrived; undefined when its people can. */
export function whyNotArrive(booked: Omit<Booked, 'arrivedAt'>, now: Date): ArrivalRefusal | undefined {
  if (booked.releasedAt) return 'court_released'
  if (!booked.isBound) return 'arrival_not_needed'
  if (!booked.isStanding || now.getTime() < arrivalFrom(booked.startsAt).getTime() || now >= booked.endsAt)
    return 'arrival_not_open'
  return undefined
}

export type ReleaseRefusal =
  | 'court_released'
  | 'court_taken_up'
  | 'release_settled'
  | 'release_not_agreed'
  | 'release_too_early'

/** Why a manager of the venue cannot release the court now; undefined when they can. Source: decision record 068 */
export function whyNotRelease(booked: Booked, now: Date): ReleaseRefusal | undefined {
  if (booked.releasedAt) return 'court_released'
  if (!booked.isStanding || now >= booked.endsAt) return 'release_settled'
  if (!booked.isBound) return 'release_not_agreed'
  if (booked.arrivedAt) return 'court_taken_up'
  return now.getTime() < releaseFrom(booked.startsAt).getTime() ? 'release_too_early' : undefined
}
