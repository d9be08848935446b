import type { CancellationReason } from '@paidang/domain/areas/classes/cancellation'
import {
  type Attendance,
  busy,
  cellsOf,
  companyOf,
  type Draft,
  dayEndOf,
  dayOf,
  freeUntilOf,
  HALF_HOUR,
  hold,
  hoursOf,
  isAdmin,
  isLinkOpen,
  isOpen,
  isOut,
  joinedOf,
  type Maker,
  type ModelClass,
  type ModelLike,
  type ModelSeat,
  mayAct,
  mayMove,
  personOf,
  refuse,
  roleOf,
  seatsOf,
  seen,
  settle,
  startOf,
  statusOf,
  take,
  the,
  undoLate,
  waitAnew,
  waitsForCoach,
} from './class-model.ts'

/** What a booking or an edit asks for; `court` and `day` are indices. */
export type Wanted = {
  coachId: string
  courseId: string
  court: number
  day: number
  begin: number
  end: number
  count: number
  conflict: boolean
}

function fits(m: Draft, { coachId, courseId }: Wanted): void {
  if (!personOf(m, coachId).isCoach) refuse(404, 'coach_not_found')
  if (!the(m.world.courses, ({ id }) => id === courseId).coachIds.includes(coachId)) refuse(400, 'coach_not_of_course')
}

function mayBeAt(m: Draft, { begin, end, day }: Wanted): void {
  if (begin >= end) refuse(400, 'invitation_time_invalid')
  if (end - begin > 6) refuse(400, 'invitation_too_long')
  if (begin < m.world.opensAt || end - 1 > m.world.lastStart) refuse(400, 'invitation_time_invalid')
  const start = (m.world.days[day]?.at ?? 0) + begin * HALF_HOUR
  if (start <= m.now) refuse(400, 'invitation_in_past')
}

const maxOf = (m: Draft, wanted: Wanted) => the(m.world.courses, ({ id }) => id === wanted.courseId).maxPlayers

function addClass(m: Draft, maker: Maker, by: string, wanted: Wanted): ModelClass {
  const fresh = {
    needContract: false,
    confirmedAt: null,
    signedAt: null,
    cancelledBy: null,
    ...{ agreed: null, isMoved: false },
    handedOver: [],
    seats: {},
  }
  const c: ModelClass = { id: '', maker, initiatorId: by, ...wanted, ...fresh, status: 'PENDING', expiresAt: 0 }
  waitAnew(m, c)
  m.classes.push(c)
  return c
}

const newSeat = (m: Draft, state: ModelSeat['state']): ModelSeat => ({
  state,
  contract: null,
  held: 0,
  attendance: null,
  lateAt: null,
  lost: 0,
  changed: false,
  joinedAt: m.now,
})

/** A player asks: he, court and coach are taken (only he, when conflicts are allowed), his hours held if he has any. */
export function createByPlayer(m: Draft, by: string, wanted: Wanted): ModelClass {
  if (wanted.coachId === by) refuse(400, 'invitation_with_oneself')
  fits(m, wanted)
  mayBeAt(m, wanted)
  if (wanted.count > maxOf(m, wanted)) refuse(400, 'participants_invalid')
  const c = addClass(m, 'player', by, wanted)
  c.seats[by] = newSeat(m, 'JOINED')
  take(m, c, [], busy(by, c.coachId), { first: by })
  c.needContract = !hold(m, c, by)
  const open = m.classes.filter(
    (one) => one.maker === 'player' && one.initiatorId === by && statusOf(m, one) === 'PENDING',
  )
  const withCoach = open.filter(({ coachId }) => coachId === c.coachId).length
  if (c.needContract ? withCoach > 3 || open.length > 6 : open.length > 10) refuse(409, 'invitations_unconfirmed')
  return c
}

/** A coach makes a class: court and he himself are taken, hours are held when players join. */
export function createByCoach(m: Draft, by: string, wanted: Wanted, studentIds: string[]): ModelClass {
  if (!personOf(m, by).isCoach) refuse(403, 'action_forbidden')
  if (wanted.coachId !== by) refuse(403, 'data_of_others')
  if (studentIds.includes(by)) refuse(400, 'invitation_with_oneself')
  if (!studentIds.every((id) => personOf(m, id).isStudentOf.includes(by))) refuse(403, 'action_forbidden')
  fits(m, wanted)
  mayBeAt(m, wanted)
  if (wanted.count > maxOf(m, wanted)) refuse(400, 'participants_invalid')
  const c = addClass(m, 'coach', by, { ...wanted, conflict: false })
  for (const id of studentIds) c.seats[id] = newSeat(m, 'INVITED')
  take(m, c, [], busy(by, by), { overLocksOf: wanted.conflict ? by : undefined })
  return c
}

/** Who made a class changes it: everything is taken and held anew, or nothing changes. */
export function edit(m: Draft, id: string, by: string, wanted: Wanted, studentIds?: string[]): ModelClass {
  const c = seen(m, id, by)
  mayMove(m, c, by, 'edit')
  const isByCoach = c.maker === 'coach'
  if (isByCoach && wanted.coachId !== c.coachId) refuse(400, 'input_invalid')
  if (c.seats[wanted.coachId]) refuse(400, 'invitation_with_oneself')
  fits(m, wanted)
  const place = ({ court, day, begin, end }: Wanted) => [court, day, begin, end].join()
  const stays = place(c) === place(wanted)
  if (!stays) mayBeAt(m, wanted)
  const joined = joinedOf(c)
  if (wanted.count > maxOf(m, wanted) || wanted.count < joined.length) refuse(400, 'participants_invalid')
  const added = isByCoach ? (studentIds ?? []).filter((who) => !c.seats[who] || isOut(c.seats[who])) : []
  const dropped =
    isByCoach && studentIds
      ? Object.keys(c.seats).filter((who) => !studentIds.includes(who) && c.seats[who]?.state === 'INVITED')
      : []
  if (!added.every((who) => personOf(m, who).isStudentOf.includes(c.coachId))) refuse(403, 'action_forbidden')
  if (added.some((who) => c.seats[who]?.state === 'DECLINED')) refuse(409, 'student_declined')
  const isMoved = !stays || wanted.courseId !== c.courseId || wanted.coachId !== c.coachId
  const isAgreed = c.status === 'CONFIRMED' || joined.some((who) => who !== by)
  const isSoon = (at: number) => at - m.now <= 4 * HALF_HOUR
  if (isMoved && isAgreed && (isSoon(startOf(m, c)) || isSoon(startOf(m, { ...c, ...wanted }))))
    refuse(409, 'invitation_change_too_late')

  const isHeld = !(c.conflict && c.status === 'PENDING')
  const isFirm = isByCoach || !wanted.conflict || (isHeld && stays && wanted.coachId === c.coachId)
  const asIs =
    stays && [c.coachId, c.courseId, c.count].join() === [wanted.coachId, wanted.courseId, wanted.count].join()
  // More seats or guests concern nobody who has said yes.
  const asksAnew = !stays || wanted.courseId !== c.courseId
  const standsOn = isByCoach && !asksAnew && c.status === 'CONFIRMED'
  if (asIs && isFirm === isHeld && !c.needContract && added.length + dropped.length === 0) return c

  const kept = cellsOf(m, c)
  const paying = isByCoach ? joined : [c.initiatorId]
  for (const seat of seatsOf(c, paying)) settle(m, seat)
  Object.assign(c, wanted, { conflict: !isFirm })
  if (!standsOn) waitAnew(m, c, { mayBeTaught: isByCoach && joined.length > 0 })
  if (isByCoach && asksAnew) for (const seat of seatsOf(c, joined)) seat.changed = true
  const paid = paying.map((who) => hold(m, c, who))
  if (isByCoach && paid.includes(false)) refuse(409, 'lesson_hours_too_few')
  take(m, c, kept, busy(by, c.coachId), {
    overLocksOf: isByCoach && wanted.conflict ? c.coachId : undefined,
    first: by,
  })
  // A stale request that lay in the way gave its hours back before the holds that stand were placed.
  for (const seat of seatsOf(c, paying)) settle(m, seat)
  c.needContract = paying.map((who) => hold(m, c, who)).includes(false)
  for (const who of added) c.seats[who] = { ...(c.seats[who] ?? newSeat(m, 'INVITED')), state: 'INVITED' }
  // Who has never had a seat is no part of the class any more.
  for (const who of dropped) for (const seat of seatsOf(c, [who])) seat.state = 'LEFT'
  for (const who of dropped) if (c.seats[who]?.contract === null && c.seats[who].lateAt === null) delete c.seats[who]
  return c
}

/** A seat is taken, or what the coach has changed agreed to; in a coach’s class for hours of the player’s own. */
export function join(m: Draft, id: string, by: string, withLink: boolean): ModelClass {
  const c = the(m.classes, (each) => each.id === id)
  const isOfCoach = c.maker === 'coach' && personOf(m, by).isStudentOf.includes(c.coachId)
  const isEntitled = c.seats[by] || isOfCoach || (withLink && isLinkOpen(m, c))
  if (!isEntitled) {
    seen(m, id, by)
    refuse(403, 'invitation_not_yours')
  }
  const hasSeat = c.seats[by]?.state === 'JOINED'
  if (hasSeat && isOpen(statusOf(m, c)) && !c.seats[by]?.changed) return c
  mayAct(m, c, by, 'join')
  if (hasSeat) {
    if (!c.seats[by]?.changed) refuse(409, 'invitation_settled')
    Object.assign(c.seats[by] ?? {}, { changed: false, attendance: null })
  } else {
    if (m.now >= startOf(m, c)) refuse(409, 'invitation_started')
    if (joinedOf(c).length >= c.count) refuse(409, 'invitation_full')
    const kept = cellsOf(m, c)
    for (const seat of seatsOf(c, c.seats[by] ? [by] : [])) undoLate(m, seat)
    c.seats[by] = newSeat(m, 'JOINED')
    if (c.maker === 'coach' && !hold(m, c, by)) refuse(409, 'lesson_hours_too_few')
    take(m, c, kept, () => refuse(409, 'slot_mine'))
    if (c.maker === 'coach') {
      for (const seat of seatsOf(c, [by])) settle(m, seat)
      hold(m, c, by)
    }
  }
  if (c.maker === 'coach' && c.status === 'PENDING' && !waitsForCoach(c)) {
    c.status = 'CONFIRMED'
    c.confirmedAt = m.now
  }
  return c
}

/** 缔约: hours are granted on contract `top`, an index, or on a new one; a player’s class is then paid. */
export function contract(
  m: Draft,
  id: string,
  by: string,
  { userId, top, sessions, expiry }: { userId?: string; top?: number; sessions: number; expiry: string },
): ModelClass {
  const c = seen(m, id, by)
  mayAct(m, c, by, 'contract')
  const isByPlayer = c.maker === 'player'
  if (isByPlayer && !c.needContract) refuse(409, 'invitation_settled')
  if (m.now >= startOf(m, c)) refuse(409, 'invitation_started')
  const student = userId ?? (isByPlayer ? c.initiatorId : '')
  if (!c.seats[student] || (isByPlayer && student !== c.initiatorId)) refuse(400, 'student_not_in_class')
  const fresh = { userId: student, courseId: c.courseId, expiry, remaining: 0, held: 0 }
  const k = top === undefined ? fresh : m.contracts[top]
  if (k?.userId !== student || k.courseId !== c.courseId) return refuse(404, 'contract_not_found')
  const lasts = k.expiry > expiry ? k.expiry : expiry
  if (lasts < dayOf(m, c).date) refuse(400, 'contract_expiry_invalid')
  if (k.remaining - k.held + sessions < hoursOf(m, c)) refuse(400, 'contract_sessions_too_few')
  Object.assign(k, { expiry: lasts, remaining: k.remaining + sessions })
  if (k === fresh) m.contracts.push(fresh)
  if (isByPlayer) c.needContract = !hold(m, c, student)
  return c
}

/** The coach accepts what he is asked, over his own locks. */
export function confirm(m: Draft, id: string, by: string): ModelClass {
  const c = seen(m, id, by)
  if (by === c.coachId && c.status === 'CONFIRMED') return c
  mayAct(m, c, by, 'confirm')
  if (!waitsForCoach(c)) return c.agreed === by ? c : refuse(409, 'invitation_settled')
  if (c.needContract) refuse(409, 'invitation_needs_contract')
  const kept = cellsOf(m, c)
  const stands = c.maker === 'player' || seatsOf(c, joinedOf(c)).some(({ changed }) => !changed)
  if (stands) Object.assign(c, { status: 'CONFIRMED', confirmedAt: m.now })
  else waitAnew(m, c, { mayBeTaught: joinedOf(c).length > 0 })
  if (c.maker === 'coach') Object.assign(c, { initiatorId: by, agreed: by })
  take(m, c, kept, busy(by, by), { overLocksOf: by })
  return c
}

/** 签到: who is not named stays as signed, else is present. */
export function sign(
  m: Draft,
  id: string,
  by: string,
  found: { userId: string; attendance: Attendance }[],
): ModelClass {
  const c = seen(m, id, by)
  mayAct(m, c, by, 'sign')
  if (m.now < startOf(m, c) - HALF_HOUR) refuse(409, 'invitation_sign_too_early')
  if (m.now >= dayEndOf(m, c)) refuse(409, 'invitation_sign_too_late')
  const joined = joinedOf(c)
  if (!found.every(({ userId }) => joined.includes(userId))) refuse(400, 'attendance_invalid')
  const isHere = ({ userId, attendance }: { userId: string; attendance: Attendance }) =>
    c.seats[userId]?.changed && attendance !== 'leave'
  if (found.some(isHere)) refuse(409, 'attendance_not_agreed')
  for (const seat of seatsOf(c, joined)) seat.attendance ??= seat.changed ? 'leave' : 'present'
  for (const { userId, attendance } of found) Object.assign(c.seats[userId] ?? {}, { attendance })
  c.signedAt = m.now
  return c
}

/** Hours are consumed, save of those who took leave. */
export function finish(m: Draft, id: string, by: string): ModelClass {
  const c = seen(m, id, by)
  if ((by === c.coachId || isAdmin(m, c, by)) && c.status === 'COMPLETED') return c
  mayAct(m, c, by, 'finish')
  if (m.now < startOf(m, c)) refuse(409, 'invitation_not_started')
  for (const seat of seatsOf(c, joinedOf(c))) {
    seat.attendance ??= seat.changed ? 'leave' : 'present'
    settle(m, seat, seat.attendance !== 'leave')
  }
  c.status = 'COMPLETED'
  return c
}

/** What cancelling would cost somebody now. */
export function costOf(m: Draft, c: ModelClass, by: string): CancellationReason {
  if (by === c.coachId || (roleOf(c, by) === 'viewer' && isAdmin(m, c, by))) return 'by_coach'
  if (c.status !== 'CONFIRMED') return 'not_confirmed'
  if (m.now <= freeUntilOf(m, c)) return 'early'
  const seat = c.seats[by]
  const isHandedOver = c.handedOver.some((each) => each.by !== by && seat !== undefined && each.at > seat.joinedAt)
  if (isHandedOver || seat?.changed) return 'changed'
  if (!seat?.held) return 'nothing_held'
  const company = companyOf(m, c)
  const before = m.classes.filter(
    (other) => other !== c && companyOf(m, other) === company && other.seats[by]?.lateAt != null,
  )
  return before.length < company.forgiven ? 'forgiven' : 'late'
}

function cancelWhole(
  m: Draft,
  c: ModelClass,
  by: string,
  { isCharged = false, byClub = false }: { isCharged?: boolean; byClub?: boolean },
): ModelClass {
  for (const who of joinedOf(c)) for (const seat of seatsOf(c, [who])) settle(m, seat, isCharged && who === by, byClub)
  if (byClub) for (const seat of seatsOf(c, Object.keys(c.seats))) undoLate(m, seat)
  return Object.assign(c, { status: 'CANCELLED' as const, cancelledBy: by })
}

/** The coach cancels, or the company's admin, for nothing. */
export function cancelByCoach(m: Draft, id: string, by: string): ModelClass {
  const c = seen(m, id, by)
  if (by !== c.coachId && !isAdmin(m, c, by)) refuse(403, 'invitation_not_yours')
  if (c.status === 'CANCELLED' && c.cancelledBy === by) return c
  mayAct(m, c, by, 'cancel')
  return cancelWhole(m, c, by, { byClub: true })
}

/** The initiator cancels the class, a joiner gives back his own seat. */
export function cancelByPlayer(m: Draft, id: string, by: string): ModelClass {
  const c = seen(m, id, by)
  const role = roleOf(c, by)
  const seat = c.seats[by]
  if (role === 'coach') refuse(403, 'invitation_not_yours')
  if (isOut(seat) || (c.status === 'CANCELLED' && c.cancelledBy === by)) return c
  if (role === 'viewer') refuse(403, 'invitation_not_yours')
  mayAct(m, c, by, 'cancel')
  if (c.signedAt !== null || m.now >= startOf(m, c)) refuse(409, 'invitation_cancel_too_late')
  const cost = costOf(m, c, by)
  if (seat && (cost === 'forgiven' || cost === 'late')) {
    Object.assign(seat, { lateAt: m.now, lost: cost === 'late' ? seat.held : 0 })
  }
  if (role === 'initiator' || !seat)
    return cancelWhole(m, c, by, { isCharged: cost === 'late', byClub: c.maker === 'coach' })
  return giveBack(m, c, seat, { state: 'LEFT', isCharged: cost === 'late' })
}

/** Who was asked says no before it begins; who has a seat says no to what the coach changed. */
export function decline(m: Draft, id: string, by: string): ModelClass {
  const c = seen(m, id, by)
  const seat = c.seats[by]
  if (!seat) return refuse(403, 'invitation_not_yours')
  if (isOut(seat)) return c
  mayAct(m, c, by, 'decline')
  if (seat.state === 'JOINED') {
    if (!seat.changed) refuse(409, 'invitation_settled')
    return giveBack(m, c, seat, { state: 'DECLINED', isCharged: false })
  }
  if (m.now >= startOf(m, c)) refuse(409, 'invitation_started')
  seat.state = 'DECLINED'
  return c
}

/** Nobody takes a seat from the start on: a class that waits with nobody in it ends then. */
function giveBack(
  m: Draft,
  c: ModelClass,
  seat: ModelSeat,
  { state, isCharged }: { state: ModelSeat['state']; isCharged: boolean },
): ModelClass {
  settle(m, seat, isCharged)
  Object.assign(seat, { state, attendance: null, changed: false })
  const isKept = seatsOf(c, joinedOf(c)).some(({ changed }) => !changed)
  const isEmpty = joinedOf(c).length === 0
  if (c.maker === 'coach' && c.status === 'CONFIRMED' && !isKept)
    waitAnew(m, c, { isLeft: true, mayBeTaught: !isEmpty })
  else if (c.status === 'PENDING' && isEmpty) c.expiresAt = Math.min(c.expiresAt, startOf(m, c))
  return c
}

/** A class goes to another coach of its company, who has to agree. */
export function changeCoach(m: Draft, id: string, by: string, coachId: string): ModelClass {
  const c = seen(m, id, by)
  if (coachId === c.coachId && isOpen(statusOf(m, c))) {
    mayAct(m, c, by, 'changeCoach')
    return c
  }
  mayMove(m, c, by, 'changeCoach')
  if (!personOf(m, coachId).isCoach) refuse(404, 'coach_not_found')
  if (!companyOf(m, c).memberIds.includes(coachId)) refuse(400, 'coach_not_of_company')
  if (!the(m.world.courses, (course) => course.id === c.courseId).coachIds.includes(coachId))
    refuse(400, 'coach_not_of_course')
  if (c.seats[coachId]) refuse(400, 'invitation_with_oneself')
  const kept = cellsOf(m, c)
  const isByClub = c.maker === 'coach' || by === c.coachId || isAdmin(m, c, by)
  const mayBeTaught = isByClub && (c.status === 'CONFIRMED' || c.expiresAt > startOf(m, c))
  Object.assign(c, { coachId, conflict: c.conflict && c.status === 'PENDING', agreed: null })
  c.handedOver.push({ at: m.now, by })
  waitAnew(m, c, { mayBeTaught })
  take(m, c, kept, () => refuse(409, 'coach_busy'))
  return c
}

/** Who took part in a completed class likes somebody else who did; a like that is there stays as it is. */
export function like(m: Draft, id: string, by: string, target: string, as: 'coach' | 'player' | 'either'): ModelLike {
  const c = seen(m, id, by)
  const players = joinedOf(c)
  if (by !== c.coachId && !players.includes(by)) refuse(403, 'invitation_not_yours')
  if (as === 'coach' && by === c.coachId) refuse(403, 'invitation_not_yours')
  if (c.status !== 'COMPLETED') refuse(409, 'invitation_settled')
  const meant = { coach: [c.coachId], player: players, either: [c.coachId, ...players] }[as]
  if (target === by || !meant.includes(target)) refuse(400, 'input_invalid')
  const standing = m.likes.find((l) => l.source === by && l.target === target && l.classId === id)
  if (standing) return standing
  const fresh = { id: '', source: by, target, classId: id }
  m.likes.push(fresh)
  return fresh
}

/** Who liked takes it back. */
export function unlike(m: Draft, likeId: string, by: string): ModelLike {
  const gone = m.likes.find((l) => l.id === likeId && l.source === by) ?? refuse(404, 'like_not_found')
  m.likes = m.likes.filter((l) => l !== gone)
  return gone
}

/** How many likes somebody has. */
export const likesOf = (m: Draft, target: string) => m.likes.filter((l) => l.target === target).length
