/**
 * Class booking as the product's decisions define it, in memory and small. The model test compares the server with it.
 * It shares no code with the server or the domain rules, so it does not share their errors.
 *
 * Source: decisions "Half-hours, courts, claims", "The life of a class invitation", "Hours and money", 001 and 007
 */
export const HALF_HOUR = 30 * 60_000
const HOUR = 2 * HALF_HOUR

/** The status of a class. */
export type Status = 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'CANCELLED' | 'EXPIRED'
/** Which side made a class. */
export type Maker = 'player' | 'coach'
/** The attendance of a player. */
export type Attendance = 'present' | 'late' | 'absent' | 'leave'

/**
 * The people and things, by id. They do not change. `days` holds the first instants of the two days, `date` is
 * yyyy-mm-dd.
 */
export type ModelWorld = {
  people: { id: string; name: string; isCoach: boolean; isStudentOf: string[] }[]
  companies: { id: string; adminId: string; memberIds: string[]; freeHours: number; forgiven: number }[]
  courses: { id: string; companyId: string; minutes: number; maxPlayers: number; coachIds: string[] }[]
  stadiumId: string
  courtIds: string[]
  opensAt: number
  lastStart: number
  days: { date: string; at: number }[]
  locks: { kind: 'COACH' | 'COURT'; id: string; day: number; begin: number; end: number }[]
}

/** Lesson hours of one player for one course, from the day `made` up to and including the day `expiry`. */
export type ModelContract = {
  userId: string
  courseId: string
  made: string
  expiry: string
  remaining: number
  held: number
}

/**
 * The seat of a player. `contract` is an index. `lateAt` is when the player cancelled inside the charged time, `lost`
 * what that cost. `changed` is set while they have not agreed to the coach's changes.
 */
export type ModelSeat = {
  state: 'INVITED' | 'JOINED' | 'DECLINED' | 'LEFT'
  contract: number | null
  held: number
  attendance: Attendance | null
  lateAt: number | null
  lost: number
  changed: boolean
  joinedAt: number
}

/**
 * A class. `day` and `court` are indices, instants are milliseconds. `agreed` is the coach who took over another's
 * class.
 */
export type ModelClass = {
  id: string
  maker: Maker
  initiatorId: string
  coachId: string
  courseId: string
  court: number
  day: number
  begin: number
  end: number
  count: number
  conflict: boolean
  needContract: boolean
  status: Status
  expiresAt: number
  /** When the coach offered another time, and when the player had asked to begin. */
  offered: { at: number; asked: number } | null
  confirmedAt: number | null
  signedAt: number | null
  cancelledBy: string | null
  agreed: string | null
  /** The class was confirmed, and waits again since it was changed. */
  isMoved: boolean
  /** The coach entered it after it was held, so its players agree until `expiresAt`. */
  isPast: boolean
  handedOver: { at: number; actorId: string }[]
  seats: Record<string, ModelSeat>
}

/** A like for a class. Its id is the server’s. */
export type ModelLike = { id: string; source: string; target: string; classId: string }

/** All state that changes. */
export type ModelState = {
  now: number
  classes: ModelClass[]
  contracts: ModelContract[]
  likes: ModelLike[]
}

/** The state that an action works on, with its world. */
export type Draft = ModelState & { world: ModelWorld }

/** Thrown by an action that is refused. Nothing has changed then. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
  }
}

/** Refuses an action. @throws Refused */
export const refuse = (status: number, code: string): never => {
  throw new Refused(status, code)
}

/** The only thing that matches. The world guarantees that there is exactly one. */
export function the<T>(things: readonly T[], fits: (thing: T) => boolean): T {
  const found = things.find(fits)
  if (!found) throw new Error('the model names what its world has not')
  return found
}

/** A person by id. */
export const personOf = (m: Draft, id: string) => the(m.world.people, (person) => person.id === id)
/** The course of a class. */
export const courseOf = (m: Draft, c: ModelClass) => the(m.world.courses, ({ id }) => id === c.courseId)
/** The company of a class. */
export const companyOf = (m: Draft, c: ModelClass) =>
  the(m.world.companies, ({ id }) => id === courseOf(m, c).companyId)
/** The day of a class. */
export const dayOf = (m: Draft, c: ModelClass) => the(m.world.days, (day) => day === m.world.days[c.day])

/** When a class begins. */
export const startOf = (m: Draft, c: ModelClass) => dayOf(m, c).at + c.begin * HALF_HOUR
/** The instant until which a class can be signed. */
export const dayEndOf = (m: Draft, c: ModelClass) => dayOf(m, c).at + 24 * HOUR
/** The instant until which cancelling is free. */
export const freeUntilOf = (m: Draft, c: ModelClass) => startOf(m, c) - companyOf(m, c).freeHours * HOUR
/** The lesson hours that a class costs: its length in sessions, rounded up to the next half. */
export const hoursOf = (m: Draft, c: ModelClass) => Math.ceil(((c.end - c.begin) * 60) / courseOf(m, c).minutes) / 2
/** The day of an instant, yyyy-mm-dd. */
export const dateOf = (at: number) => new Date(at + 8 * HOUR).toISOString().slice(0, 10)
/** Whether the time to agree to a class of the past is over. */
export const isPastDue = (m: Draft, c: ModelClass) => c.isPast && m.now >= c.expiresAt
/** The players with a seat. */
export const joinedOf = (c: ModelClass) => Object.keys(c.seats).filter((id) => c.seats[id]?.state === 'JOINED')
/** The seats of these people. */
export const seatsOf = (c: ModelClass, ids: string[]) => ids.flatMap((id) => c.seats[id] ?? [])

/** Whether somebody is no longer part of a class. */
export const isOut = (seat: ModelSeat | undefined) => seat?.state === 'DECLINED' || seat?.state === 'LEFT'

/** Whether a request has passed its deadline without an answer. */
const isStale = (m: Draft, c: ModelClass) => c.status === 'PENDING' && c.expiresAt <= m.now
/** The status that people see: a request past its deadline is expired, even before the clean-up job has run. */
export const statusOf = (m: Draft, c: ModelClass): Status => (isStale(m, c) ? 'EXPIRED' : c.status)
/** Whether something can still happen to a class. */
export const isOpen = (status: Status) => status === 'PENDING' || status === 'CONFIRMED'

// Permissions

/** Somebody's role in a class. */
export type Role = 'initiator' | 'coach' | 'participant' | 'viewer'
type Action =
  | 'edit'
  | 'join'
  | 'decline'
  | 'contract'
  | 'offer'
  | 'accept'
  | 'confirm'
  | 'sign'
  | 'finish'
  | 'cancel'
  | 'changeCoach'
  | 'answerPast'
type Steps = Partial<Record<Role | 'admin', Status[]>>

const open: Status[] = ['PENDING', 'CONFIRMED']
const everyone: Steps = { initiator: open, coach: open, admin: open, participant: open }
const ofClub: Steps = { coach: ['CONFIRMED'], admin: ['CONFIRMED'] }
const movers: Steps = { initiator: open, coach: open, admin: open }
const STEPS: Record<Action, Record<Maker, Steps>> = {
  edit: { player: { initiator: open }, coach: { coach: open } },
  join: { player: { viewer: open }, coach: { viewer: open, participant: open } },
  decline: { player: {}, coach: { viewer: open, participant: open } },
  contract: { player: { coach: ['PENDING'] }, coach: { coach: open } },
  offer: { player: { coach: ['PENDING'] }, coach: {} },
  accept: { player: { initiator: ['PENDING'] }, coach: {} },
  confirm: { player: { coach: ['PENDING'] }, coach: { coach: ['PENDING'] } },
  sign: { player: ofClub, coach: ofClub },
  finish: { player: ofClub, coach: ofClub },
  cancel: { player: everyone, coach: everyone },
  changeCoach: { player: movers, coach: movers },
  answerPast: { player: {}, coach: { participant: ['CONFIRMED'] } },
}

/** The role of somebody in a class. A coach who made a class has the role of its coach. */
export function roleOf(c: ModelClass, actorId: string): Role {
  if (actorId === c.coachId) return 'coach'
  if (actorId === c.initiatorId) return 'initiator'
  return c.seats[actorId]?.state === 'JOINED' ? 'participant' : 'viewer'
}

/** Whether somebody is the admin of the class's company. The admin acts in place of the coach. */
export const isAdmin = (m: Draft, c: ModelClass, actorId: string) => companyOf(m, c).adminId === actorId
const isPartOf = (m: Draft, c: ModelClass, actorId: string) =>
  roleOf(c, actorId) !== 'viewer' || c.seats[actorId] !== undefined || isAdmin(m, c, actorId)
/** Whether a share link opens a class: only a future one. */
export const isLinkOpen = (m: Draft, c: ModelClass) => isOpen(statusOf(m, c)) && m.now < startOf(m, c)
/** Whether the coach still has to agree. */
export const waitsForCoach = (c: ModelClass) => !c.offered && (c.maker === 'player' || c.initiatorId !== c.coachId)

/** A class that somebody may see. @throws Refused */
export function seen(m: Draft, id: string, actorId: string, withLink = false): ModelClass {
  const c = the(m.classes, (each) => each.id === id)
  return isPartOf(m, c, actorId) || (withLink && isLinkOpen(m, c)) ? c : refuse(404, 'invitation_not_found')
}

/** Refuses a caller without permission for this step, then a status that forbids it. @returns the caller's role */
export function mayAct(m: Draft, c: ModelClass, actorId: string, action: Action): (Role | 'admin')[] {
  const steps = STEPS[action][c.maker]
  const actors = [roleOf(c, actorId), ...(isAdmin(m, c, actorId) ? (['admin'] as const) : [])].filter(
    (actor) => steps[actor],
  )
  if (actors.length === 0) refuse(403, 'invitation_not_yours')
  const status = statusOf(m, c)
  const able = actors.filter((actor) => steps[actor]?.includes(status))
  if (able.length === 0) refuse(409, status === 'EXPIRED' ? 'invitation_expired' : 'invitation_settled')
  return able
}

/** Refuses a caller who may not edit a class, or change its coach, now. */
export function mayMove(m: Draft, c: ModelClass, actorId: string, action: 'edit' | 'changeCoach'): void {
  const actors = mayAct(m, c, actorId, action)
  if (action === 'changeCoach' && c.offered && !actors.includes('initiator')) refuse(409, 'invitation_offered')
  if (c.signedAt !== null) refuse(409, 'invitation_settled')
  if (m.now >= startOf(m, c)) refuse(409, 'invitation_started')
  const asPlayer = c.maker === 'player' && actors.every((actor) => actor === 'initiator')
  if (asPlayer && c.status === 'CONFIRMED' && m.now > freeUntilOf(m, c)) refuse(409, 'invitation_edit_too_late')
}

// Half-hours

/** A half-hour of a court, a coach or a player. */
export type Cell = { kind: 'COURT' | 'COACH' | 'PLAYER'; id: string; day: number; slot: number }

const textOf = ({ kind, id, day, slot }: Cell) => `${kind} ${id} ${day} ${slot}`

/** The half-hours that a class needs, in the order in which the server claims them. */
export function cellsOf(m: Draft, c: ModelClass): Cell[] {
  if (!isOpen(c.status) && c.status !== 'COMPLETED') return []
  const joined = m.world.people.filter(({ id }) => c.seats[id]?.state === 'JOINED')
  const isConfirmed = !(c.conflict && c.status === 'PENDING')
  const coaches = m.world.people.filter(
    (person) => person.isCoach && ((isConfirmed && person.id === c.coachId) || joined.includes(person)),
  )
  const spread = (kind: Cell['kind'], id: string): Cell[] =>
    Array.from({ length: c.end - c.begin }, (_, n) => ({ kind, id, day: c.day, slot: c.begin + n }))
  return [
    ...(isConfirmed ? spread('COURT', m.world.courtIds[c.court] ?? '') : []),
    ...coaches.flatMap(({ id }) => spread('COACH', id)),
    ...joined.flatMap(({ id }) => spread('PLAYER', id)),
  ]
}

/** Whether a lock covers the half-hour. */
export const isLocked = (m: Draft, { kind, id, day, slot }: Cell) =>
  m.world.locks.some((l) => l.kind === kind && l.id === id && l.day === day && l.begin <= slot && slot < l.end)

/** The class that claims a half-hour, other than `except`. */
export const holderOf = (m: Draft, cell: Cell, except?: ModelClass) =>
  m.classes.find((c) => c !== except && cellsOf(m, c).some((own) => textOf(own) === textOf(cell)))

/**
 * The class claims the half-hours that it needs and does not have. Requests past their deadline give way, as do the
 * locks of `overLocksOf`.
 */
export function take(
  m: Draft,
  c: ModelClass,
  kept: Cell[],
  onTaken: (cell: Cell, byLock: boolean) => void,
  { overLocksOf, first }: { overLocksOf?: string | undefined; first?: string } = {},
): void {
  const has = new Set(kept.map(textOf))
  const input = cellsOf(m, c).filter((each) => !has.has(textOf(each)))
  const isFirst = ({ kind, id }: Cell) => kind === 'PLAYER' && id === first
  for (const cell of [...input.filter(isFirst), ...input.filter((each) => !isFirst(each))]) {
    const holder = holderOf(m, cell, c)
    if (holder && isStale(m, holder)) expire(m, holder)
    else if (holder) onTaken(cell, false)
    if (isLocked(m, cell) && !(cell.kind === 'COACH' && cell.id === overLocksOf)) onTaken(cell, true)
  }
}

/** The error for a busy half-hour in a booking by this person with this coach. */
export const busy = (actorId: string, coachId: string) => (cell: Cell, byLock: boolean) => {
  if (cell.kind !== 'COURT' && cell.id === actorId && !(byLock && actorId === coachId)) refuse(409, 'slot_mine')
  refuse(409, cell.kind === 'COURT' || cell.id === coachId ? 'slot_taken' : 'participant_busy')
}

// Hours

/** A class of the past is paid by a contract of that day whose hours can be used today. */
function payer(m: Draft, c: ModelClass, userId: string): number | undefined {
  const day = dayOf(m, c).date
  const able = m.contracts.filter(
    (k) =>
      k.userId === userId &&
      k.courseId === c.courseId &&
      k.expiry >= (c.isPast ? dateOf(m.now) : day) &&
      (!c.isPast || k.made <= day) &&
      k.remaining - k.held >= hoursOf(m, c),
  )
  const first = able.sort((a, b) => (a.expiry === b.expiry ? 0 : a.expiry < b.expiry ? -1 : 1))[0]
  return first && m.contracts.indexOf(first)
}

/** Holds the hours of a seat on the contract that ends first. @returns whether a contract could pay */
export function hold(m: Draft, c: ModelClass, userId: string): boolean {
  const seat = c.seats[userId]
  const index = payer(m, c, userId)
  const contract = index === undefined ? undefined : m.contracts[index]
  if (!seat || index === undefined || !contract) return false
  seat.contract = index
  seat.held = hoursOf(m, c)
  contract.held += seat.held
  return true
}

/** Whether a request waits for a contract: it was made without one, and none can pay it by now. */
export const isUnpaid = (m: Draft, c: ModelClass): boolean =>
  c.needContract && (statusOf(m, c) !== 'PENDING' || payer(m, c, c.initiatorId) === undefined)

/** Hours that come back can be used for 30 days. */
export function extendUsability(m: Draft, contract: ModelContract): void {
  const usable = new Date(m.now + (30 * 24 + 8) * HOUR).toISOString().slice(0, 10)
  if (contract.expiry < usable) contract.expiry = usable
}

/** Reverses a late cancellation: its cost comes back, and it no longer counts. */
export function undoLate(m: Draft, seat: ModelSeat): void {
  const contract = m.contracts[seat.contract ?? -1]
  if (seat.lateAt === null || !contract) return
  if (seat.lost > 0) extendUsability(m, contract)
  contract.remaining += seat.lost
  Object.assign(seat, { lateAt: null, lost: 0 })
}

/** Returns or consumes the hours that a seat holds. A player's own choice returns them on the contract as it is. */
export function settle(m: Draft, seat: ModelSeat, isConsumed = false, isOwnChoice = false): void {
  const contract = m.contracts[seat.contract ?? -1]
  if (!contract) return
  if (!isOwnChoice && !isConsumed && seat.held > 0) extendUsability(m, contract)
  contract.held -= seat.held
  if (isConsumed) contract.remaining -= seat.held
  seat.held = 0
}

/** A day later, two hours before the start, at nine in the evening before a night, or half of what is left. */
export function answerDueOf(m: Draft, c: ModelClass): number {
  const start = startOf(m, c)
  if (start <= m.now) return start
  const due = Math.min(m.now + 24 * HOUR, start - 2 * HOUR)
  const hours = ((due + 8 * HOUR) % (24 * HOUR)) / HOUR
  const byDay = hours >= 22 ? due - (hours - 21) * HOUR : hours < 7 ? due - (hours + 3) * HOUR : due
  return byDay - m.now >= HOUR ? byDay : Math.floor((m.now + start) / 2)
}

/** The full time for an answer begins anew. With `mayBeTaught`: until a day after the end. */
export function timeAnew(m: Draft, c: ModelClass, { mayBeTaught }: { mayBeTaught: boolean }): void {
  const start = startOf(m, c)
  const end = start + (c.end - c.begin) * HALF_HOUR
  c.expiresAt = mayBeTaught && m.now + 24 * HOUR >= start ? end + 24 * HOUR : answerDueOf(m, c)
}

/** A class waits for an answer again. */
export function waitAnew(m: Draft, c: ModelClass, { mayBeTaught = false, isLeft = false } = {}): void {
  if (c.status === 'CONFIRMED') c.isMoved = !isLeft
  c.status = 'PENDING'
  timeAnew(m, c, { mayBeTaught })
  c.confirmedAt = null
}

/**
 * A request that nobody answered returns everything. If it was changed and nobody agreed, it is no late cancellation.
 */
function expire(m: Draft, c: ModelClass): void {
  for (const seat of seatsOf(c, joinedOf(c))) settle(m, seat)
  if (c.isMoved) for (const seat of seatsOf(c, Object.keys(c.seats))) undoLate(m, seat)
  c.status = 'EXPIRED'
}

/** Expires every request past its deadline. */
export function sweep(m: Draft): void {
  for (const c of m.classes) if (isStale(m, c)) expire(m, c)
}

/** Hours are consumed, except those of players on leave. Who was not signed counts as present. */
export function complete(m: Draft, c: ModelClass): void {
  for (const seat of seatsOf(c, joinedOf(c))) {
    seat.attendance ??= seat.changed ? 'leave' : 'present'
    settle(m, seat, seat.attendance !== 'leave')
  }
  c.status = 'COMPLETED'
}

/** Completes what ended a day ago, and classes of the past to which nobody objected in time. */
export function finishByClock(m: Draft): void {
  const isEnded = (c: ModelClass) => m.now >= startOf(m, c) + (c.end - c.begin) * HALF_HOUR + 24 * HOUR
  for (const c of m.classes) if (c.status === 'CONFIRMED' && (c.isPast ? isPastDue(m, c) : isEnded(c))) complete(m, c)
}

/** Ends contracts past their last day. They lose the hours that no class holds. */
export function endContracts(m: Draft): void {
  const today = dateOf(m.now)
  for (const k of m.contracts) if (k.expiry < today) k.remaining = k.held
}
