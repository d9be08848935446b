/**
 * Class booking as the product's decisions say it, in memory and small: what the model test compares the server with. It
 * shares no code with the server, nor with the domain's rules: a rule that is wrong there is right here.
 *
 * Source: decisions "Half-hours, courts, claims", "The life of a class invitation", "Hours and money", 001 and 007
 */
export const HALF_HOUR = 30 * 60_000
const HOUR = 2 * HALF_HOUR

/** Where a class stands. */
export type Status = 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'CANCELLED' | 'EXPIRED'
/** Which side made a class. */
export type Maker = 'player' | 'coach'
/** How a player was found. */
export type Attendance = 'present' | 'late' | 'absent' | 'leave'

/** Who and what there is, by id; it does not change. `days` are the first instants of the two days, `date` is yyyy-mm-dd. */
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

/** Lesson hours of one player for one course, until the day `expiry`, that day included. */
export type ModelContract = { userId: string; courseId: string; expiry: string; remaining: number; held: number }

/**
 * `contract` is an index; `lateAt` when its player cancelled inside the charged time and `lost` what that cost; `changed` while
 * they have not agreed to what the coach changed.
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

/** `day` and `court` are indices; instants are milliseconds. `agreed` is the coach who took over what another one made. */
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
  confirmedAt: number | null
  signedAt: number | null
  cancelledBy: string | null
  agreed: string | null
  /** It stood, and waits since it was changed. */
  isMoved: boolean
  handedOver: { at: number; by: string }[]
  seats: Record<string, ModelSeat>
}

/** A like for a class; its id is the server’s. */
export type ModelLike = { id: string; source: string; target: string; classId: string }

/** Everything that changes. */
export type ModelState = {
  now: number
  classes: ModelClass[]
  contracts: ModelContract[]
  likes: ModelLike[]
}

/** The state that an action works on, and the world around it. */
export type Draft = ModelState & { world: ModelWorld }

/** Thrown by an action that is refused; then nothing has changed. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
  }
}

/** Ends an action that is refused. */
export const refuse = (status: number, code: string): never => {
  throw new Refused(status, code)
}

/** The one thing that fits; the world is made so that there is one. */
export function the<T>(things: readonly T[], fits: (thing: T) => boolean): T {
  const found = things.find(fits)
  if (!found) throw new Error('the model names what its world has not')
  return found
}

/** A person by id. */
export const personOf = (m: Draft, id: string) => the(m.world.people, (person) => person.id === id)
/** What is taught. */
export const courseOf = (m: Draft, c: ModelClass) => the(m.world.courses, ({ id }) => id === c.courseId)
/** Whose class it is. */
export const companyOf = (m: Draft, c: ModelClass) =>
  the(m.world.companies, ({ id }) => id === courseOf(m, c).companyId)
/** The day of a class. */
export const dayOf = (m: Draft, c: ModelClass) => the(m.world.days, (day) => day === m.world.days[c.day])

/** When a class begins. */
export const startOf = (m: Draft, c: ModelClass) => dayOf(m, c).at + c.begin * HALF_HOUR
/** Until when it can be signed. */
export const dayEndOf = (m: Draft, c: ModelClass) => dayOf(m, c).at + 24 * HOUR
/** Until when cancelling costs nothing. */
export const freeUntilOf = (m: Draft, c: ModelClass) => startOf(m, c) - companyOf(m, c).freeHours * HOUR
/** What a class costs: its length in sessions, up to the next half. */
export const hoursOf = (m: Draft, c: ModelClass) => Math.ceil(((c.end - c.begin) * 60) / courseOf(m, c).minutes) / 2
/** Who has a seat. */
export const joinedOf = (c: ModelClass) => Object.keys(c.seats).filter((id) => c.seats[id]?.state === 'JOINED')
/** The seats of these people. */
export const seatsOf = (c: ModelClass, ids: string[]) => ids.flatMap((id) => c.seats[id] ?? [])

/** Somebody has no part in a class any more. */
export const isOut = (seat: ModelSeat | undefined) => seat?.state === 'DECLINED' || seat?.state === 'LEFT'

/** Nobody has answered in time. */
const isStale = (m: Draft, c: ModelClass) => c.status === 'PENDING' && c.expiresAt <= m.now
/** The status as people see it: past its time a request is expired, whether or not anybody has tidied up. */
export const statusOf = (m: Draft, c: ModelClass): Status => (isStale(m, c) ? 'EXPIRED' : c.status)
/** Something can still happen to it. */
export const isOpen = (status: Status) => status === 'PENDING' || status === 'CONFIRMED'

// Who may do what

/** As what somebody stands to a class. */
export type Role = 'initiator' | 'coach' | 'participant' | 'viewer'
type Action = 'edit' | 'join' | 'decline' | 'contract' | 'confirm' | 'sign' | 'finish' | 'cancel' | 'changeCoach'
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
  confirm: { player: { coach: ['PENDING'] }, coach: { coach: ['PENDING'] } },
  sign: { player: ofClub, coach: ofClub },
  finish: { player: ofClub, coach: ofClub },
  cancel: { player: everyone, coach: everyone },
  changeCoach: { player: movers, coach: movers },
}

/** A coach who made a class is its coach. */
export function roleOf(c: ModelClass, by: string): Role {
  if (by === c.coachId) return 'coach'
  if (by === c.initiatorId) return 'initiator'
  return c.seats[by]?.state === 'JOINED' ? 'participant' : 'viewer'
}

/** The admin of its company acts in its coach's place. */
export const isAdmin = (m: Draft, c: ModelClass, by: string) => companyOf(m, c).adminId === by
const isPartOf = (m: Draft, c: ModelClass, by: string) =>
  roleOf(c, by) !== 'viewer' || c.seats[by] !== undefined || isAdmin(m, c, by)
/** A share link opens a class that is to come. */
export const isLinkOpen = (m: Draft, c: ModelClass) => isOpen(statusOf(m, c)) && m.now < startOf(m, c)
/** The coach has still to agree. */
export const waitsForCoach = (c: ModelClass) => c.maker === 'player' || c.initiatorId !== c.coachId

/** A class that somebody may see. */
export function seen(m: Draft, id: string, by: string, withLink = false): ModelClass {
  const c = the(m.classes, (each) => each.id === id)
  return isPartOf(m, c, by) || (withLink && isLinkOpen(m, c)) ? c : refuse(404, 'invitation_not_found')
}

/** Refuses who has no such step, then what the status forbids. @returns as what he acts */
export function mayAct(m: Draft, c: ModelClass, by: string, action: Action): (Role | 'admin')[] {
  const steps = STEPS[action][c.maker]
  const actors = [roleOf(c, by), ...(isAdmin(m, c, by) ? (['admin'] as const) : [])].filter((actor) => steps[actor])
  if (actors.length === 0) refuse(403, 'invitation_not_yours')
  const status = statusOf(m, c)
  const able = actors.filter((actor) => steps[actor]?.includes(status))
  if (able.length === 0) refuse(409, status === 'EXPIRED' ? 'invitation_expired' : 'invitation_settled')
  return able
}

/** Refuses who may not edit a class, or change its coach, now. */
export function mayMove(m: Draft, c: ModelClass, by: string, action: 'edit' | 'changeCoach'): void {
  const actors = mayAct(m, c, by, action)
  if (c.signedAt !== null) refuse(409, 'invitation_settled')
  if (m.now >= startOf(m, c)) refuse(409, 'invitation_started')
  const asPlayer = c.maker === 'player' && actors.every((actor) => actor === 'initiator')
  if (asPlayer && c.status === 'CONFIRMED' && m.now > freeUntilOf(m, c)) refuse(409, 'invitation_edit_too_late')
}

// Half-hours

/** A half-hour of a court, a coach or a player. */
export type Cell = { kind: 'COURT' | 'COACH' | 'PLAYER'; id: string; day: number; slot: number }

const textOf = ({ kind, id, day, slot }: Cell) => `${kind} ${id} ${day} ${slot}`

/** The half-hours that a class holds, in the order in which they are asked for. */
export function cellsOf(m: Draft, c: ModelClass): Cell[] {
  if (!isOpen(c.status) && c.status !== 'COMPLETED') return []
  const joined = m.world.people.filter(({ id }) => c.seats[id]?.state === 'JOINED')
  const isFirm = !(c.conflict && c.status === 'PENDING')
  const coaches = m.world.people.filter(
    (person) => person.isCoach && ((isFirm && person.id === c.coachId) || joined.includes(person)),
  )
  const spread = (kind: Cell['kind'], id: string): Cell[] =>
    Array.from({ length: c.end - c.begin }, (_, n) => ({ kind, id, day: c.day, slot: c.begin + n }))
  return [
    ...(isFirm ? spread('COURT', m.world.courtIds[c.court] ?? '') : []),
    ...coaches.flatMap(({ id }) => spread('COACH', id)),
    ...joined.flatMap(({ id }) => spread('PLAYER', id)),
  ]
}

/** A lock lies on it. */
export const isLocked = (m: Draft, { kind, id, day, slot }: Cell) =>
  m.world.locks.some((l) => l.kind === kind && l.id === id && l.day === day && l.begin <= slot && slot < l.end)

/** The class that has a half-hour, other than `except`. */
export const holderOf = (m: Draft, cell: Cell, except?: ModelClass) =>
  m.classes.find((c) => c !== except && cellsOf(m, c).some((own) => textOf(own) === textOf(cell)))

/** The class takes what it now needs and does not have; requests past their time give way, and locks of `overLocksOf`. */
export function take(
  m: Draft,
  c: ModelClass,
  kept: Cell[],
  onTaken: (cell: Cell, byLock: boolean) => void,
  { overLocksOf, first }: { overLocksOf?: string | undefined; first?: string } = {},
): void {
  const has = new Set(kept.map(textOf))
  const wanted = cellsOf(m, c).filter((each) => !has.has(textOf(each)))
  const isFirst = ({ kind, id }: Cell) => kind === 'PLAYER' && id === first
  for (const cell of [...wanted.filter(isFirst), ...wanted.filter((each) => !isFirst(each))]) {
    const holder = holderOf(m, cell, c)
    if (holder && isStale(m, holder)) expire(m, holder)
    else if (holder) onTaken(cell, false)
    if (isLocked(m, cell) && !(cell.kind === 'COACH' && cell.id === overLocksOf)) onTaken(cell, true)
  }
}

/** How a booking by somebody with a coach is refused. */
export const busy = (by: string, coachId: string) => (cell: Cell, byLock: boolean) => {
  if (cell.kind !== 'COURT' && cell.id === by && !(byLock && by === coachId)) refuse(409, 'slot_mine')
  refuse(409, cell.kind === 'COURT' || cell.id === coachId ? 'slot_taken' : 'participant_busy')
}

// Hours

function payer(m: Draft, c: ModelClass, userId: string): number | undefined {
  const able = m.contracts.filter(
    (k) =>
      k.userId === userId &&
      k.courseId === c.courseId &&
      k.expiry >= dayOf(m, c).date &&
      k.remaining - k.held >= hoursOf(m, c),
  )
  const first = able.sort((a, b) => (a.expiry === b.expiry ? 0 : a.expiry < b.expiry ? -1 : 1))[0]
  return first && m.contracts.indexOf(first)
}

/** Holds the hours of a seat on the contract that ends first. @returns whether one could pay */
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

/** What is given back by the coach's side can be used for 30 days. */
function keepUsable(m: Draft, contract: ModelContract): void {
  const usable = new Date(m.now + (30 * 24 + 8) * HOUR).toISOString().slice(0, 10)
  if (contract.expiry < usable) contract.expiry = usable
}

/** What a late cancellation cost comes back, and it counts no more. */
export function undoLate(m: Draft, seat: ModelSeat): void {
  const contract = m.contracts[seat.contract ?? -1]
  if (seat.lateAt === null || !contract) return
  if (seat.lost > 0) keepUsable(m, contract)
  contract.remaining += seat.lost
  Object.assign(seat, { lateAt: null, lost: 0 })
}

/** What a seat holds goes back, or is consumed. */
export function settle(m: Draft, seat: ModelSeat, isConsumed = false, byClub = false): void {
  const contract = m.contracts[seat.contract ?? -1]
  if (!contract) return
  if (byClub && !isConsumed && seat.held > 0) keepUsable(m, contract)
  contract.held -= seat.held
  if (isConsumed) contract.remaining -= seat.held
  seat.held = 0
}

/** A class asks for an answer, with the whole time for it; one that may still be taught, until a day after its end. */
export function waitAnew(m: Draft, c: ModelClass, { mayBeTaught = false, isLeft = false } = {}): void {
  if (c.status === 'CONFIRMED') c.isMoved = !isLeft
  c.status = 'PENDING'
  const answerBy = m.now + 24 * HOUR
  const end = startOf(m, c) + (c.end - c.begin) * HALF_HOUR
  c.expiresAt = answerBy < startOf(m, c) ? answerBy : mayBeTaught ? end + 24 * HOUR : startOf(m, c)
  c.confirmedAt = null
}

/** A request that nobody answered gives everything back; what was moved, and nobody agreed to, was nobody’s late leaving. */
function expire(m: Draft, c: ModelClass): void {
  for (const seat of seatsOf(c, joinedOf(c))) settle(m, seat, false, true)
  if (c.isMoved) for (const seat of seatsOf(c, Object.keys(c.seats))) undoLate(m, seat)
  c.status = 'EXPIRED'
}

/** Every request past its time expires. */
export function sweep(m: Draft): void {
  for (const c of m.classes) if (isStale(m, c)) expire(m, c)
}

/** Contracts past their last day lose what no class holds. */
export function endContracts(m: Draft): void {
  const today = new Date(m.now + 8 * 2 * HALF_HOUR).toISOString().slice(0, 10)
  for (const k of m.contracts) if (k.expiry < today) k.remaining = k.held
}
