import type { CancellationReason } from '@paidang/domain/areas/activities/classes/policy'
import {
  type Attendance,
  answerDueOf,
  busy,
  cellsOf,
  companyOf,
  complete,
  type Draft,
  dateOf,
  dayEndOf,
  dayOf,
  extendUsability,
  freeUntilOf,
  HALF_HOUR,
  hold,
  hoursOf,
  isAdmin,
  isLinkOpen,
  isOpen,
  isOut,
  isPastDue,
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
  timeAnew,
  undoLate,
  waitAnew,
  waitsForCoach,
} from './class-model.ts'

/** The input of a booking or an edit. `court` and `day` are indices. */
export type Input = {
  coachId: string
  courseId: string
  court: number
  day: number
  begin: number
  end: number
  count: number
  conflict: boolean
}

function fits(m: Draft, { coachId, courseId }: Input): void {
  if (!personOf(m, coachId).isCoach) refuse(404, 'coach_not_found')
  if (!the(m.world.courses, ({ id }) => id === courseId).coachIds.includes(coachId)) refuse(400, 'coach_not_of_course')
}

function mayLast(m: Draft, { begin, end }: Input): void {
  if (begin >= end) refuse(400, 'invitation_time_invalid')
  if (end - begin > 6) refuse(400, 'invitation_too_long')
  if (begin < m.world.opensAt || end - 1 > m.world.lastStart) refuse(400, 'invitation_time_invalid')
}

function mayBeAt(m: Draft, { day, ...span }: Input): void {
  mayLast(m, { day, ...span })
  const { begin } = span
  const start = (m.world.days[day]?.at ?? 0) + begin * HALF_HOUR
  if (start <= m.now) refuse(400, 'invitation_in_past')
}

const maxOf = (m: Draft, input: Input) => the(m.world.courses, ({ id }) => id === input.courseId).maxPlayers

function addClass(m: Draft, maker: Maker, actorId: string, input: Input): ModelClass {
  const fresh = {
    needContract: false,
    offered: null,
    confirmedAt: null,
    signedAt: null,
    cancelledBy: null,
    ...{ agreed: null, isMoved: false, isPast: false },
    handedOver: [],
    seats: {},
  }
  const c: ModelClass = { id: '', maker, initiatorId: actorId, ...input, ...fresh, status: 'PENDING', expiresAt: 0 }
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

/**
 * A player requests a class. It claims player, court and coach, or only the player when conflicts are allowed. It holds
 * the player's hours if there are any.
 */
export function createByPlayer(m: Draft, actorId: string, input: Input): ModelClass {
  if (input.coachId === actorId) refuse(400, 'invitation_with_oneself')
  fits(m, input)
  mayBeAt(m, input)
  if (input.count > maxOf(m, input)) refuse(400, 'participants_invalid')
  const c = addClass(m, 'player', actorId, input)
  c.seats[actorId] = newSeat(m, 'JOINED')
  take(m, c, [], busy(actorId, c.coachId), { first: actorId })
  c.needContract = !hold(m, c, actorId)
  const open = m.classes.filter(
    (one) => one.maker === 'player' && one.initiatorId === actorId && statusOf(m, one) === 'PENDING',
  )
  const withCoach = open.filter(({ coachId }) => coachId === c.coachId).length
  if (c.needContract ? withCoach > 3 || open.length > 6 : open.length > 10) refuse(409, 'invitations_unconfirmed')
  return c
}

/** A coach makes a class. It claims the court and the coach. Hours are held when players join. */
export function createByCoach(m: Draft, actorId: string, input: Input, studentIds: string[]): ModelClass {
  if (!personOf(m, actorId).isCoach) refuse(403, 'action_forbidden')
  if (input.coachId !== actorId) refuse(403, 'data_of_others')
  if (studentIds.includes(actorId)) refuse(400, 'invitation_with_oneself')
  if (!studentIds.every((id) => personOf(m, id).isStudentOf.includes(actorId))) refuse(403, 'action_forbidden')
  fits(m, input)
  mayBeAt(m, input)
  if (input.count > maxOf(m, input)) refuse(400, 'participants_invalid')
  const c = addClass(m, 'coach', actorId, { ...input, conflict: false })
  for (const id of studentIds) c.seats[id] = newSeat(m, 'INVITED')
  take(m, c, [], busy(actorId, actorId), { overLocksOf: input.conflict ? actorId : undefined })
  return c
}

/** A coach enters a class that was held. It holds the hours of all its players at once, and they agree within 48 hours. */
export function recordPast(m: Draft, actorId: string, input: Input, studentIds: string[]): ModelClass {
  if (!personOf(m, actorId).isCoach) refuse(403, 'action_forbidden')
  if (studentIds.includes(actorId)) refuse(400, 'invitation_with_oneself')
  if (!studentIds.every((id) => personOf(m, id).isStudentOf.includes(actorId))) refuse(403, 'action_forbidden')
  fits(m, input)
  mayLast(m, input)
  if ((m.world.days[input.day]?.at ?? 0) + input.end * HALF_HOUR > m.now) refuse(400, 'past_class_not_over')
  if (studentIds.length > maxOf(m, input)) refuse(400, 'participants_invalid')
  const c = addClass(m, 'coach', actorId, { ...input, count: studentIds.length, conflict: false })
  const asEntered = {
    status: 'CONFIRMED',
    expiresAt: m.now + 96 * HALF_HOUR,
    confirmedAt: m.now,
    isPast: true,
  } as const
  Object.assign(c, asEntered)
  for (const id of studentIds) c.seats[id] = newSeat(m, 'JOINED')
  const holdAll = () => {
    if (!studentIds.every((id) => hold(m, c, id))) refuse(409, 'past_class_unpaid')
  }
  holdAll()
  take(m, c, [], busy(actorId, actorId), { overLocksOf: actorId })
  // An expired request in the way returned its hours before the current holds were placed.
  for (const seat of seatsOf(c, studentIds)) settle(m, seat, false, true)
  holdAll()
  return c
}

/** A player agrees to a class of the past, or objects. The last who agrees completes it; one who objects ends it. */
export function answerPast(m: Draft, id: string, actorId: string, agree: boolean): ModelClass {
  const c = seen(m, id, actorId)
  const seat = c.seats[actorId]
  if (!agree && c.status === 'CANCELLED' && c.cancelledBy === actorId) return c
  const hasAgreed = c.isPast && seat?.state === 'JOINED' && seat.attendance !== null
  if (agree && hasAgreed && c.status !== 'CANCELLED') return c
  mayAct(m, c, actorId, 'answerPast')
  if (!c.isPast) refuse(409, 'invitation_settled')
  if (isPastDue(m, c)) refuse(409, 'past_class_due')
  if (!agree) return cancelWhole(m, c, actorId, { isOwnChoice: true })
  Object.assign(seat ?? {}, { attendance: 'present' })
  if (seatsOf(c, joinedOf(c)).every(({ attendance }) => attendance !== null)) complete(m, c)
  return c
}

/** The maker of a class edits it. All claims and holds are made anew, or nothing changes. */
export function edit(m: Draft, id: string, actorId: string, input: Input, studentIds?: string[]): ModelClass {
  const c = seen(m, id, actorId)
  mayMove(m, c, actorId, 'edit')
  const isByCoach = c.maker === 'coach'
  if (isByCoach && input.coachId !== c.coachId) refuse(400, 'input_invalid')
  if (c.seats[input.coachId]) refuse(400, 'invitation_with_oneself')
  fits(m, input)
  const place = ({ court, day, begin, end }: Input) => [court, day, begin, end].join()
  const stays = place(c) === place(input)
  if (!stays) mayBeAt(m, input)
  const joined = joinedOf(c)
  if (input.count > maxOf(m, input) || input.count < joined.length) refuse(400, 'participants_invalid')
  const added = isByCoach ? (studentIds ?? []).filter((who) => !c.seats[who] || isOut(c.seats[who])) : []
  const dropped =
    isByCoach && studentIds
      ? Object.keys(c.seats).filter((who) => !studentIds.includes(who) && c.seats[who]?.state === 'INVITED')
      : []
  if (!added.every((who) => personOf(m, who).isStudentOf.includes(c.coachId))) refuse(403, 'action_forbidden')
  if (added.some((who) => c.seats[who]?.state === 'DECLINED')) refuse(409, 'student_declined')
  const isMoved = !stays || input.courseId !== c.courseId || input.coachId !== c.coachId
  const isAgreed = c.status === 'CONFIRMED' || joined.some((who) => who !== actorId)
  const isSoon = (at: number) => at - m.now <= 4 * HALF_HOUR
  if (isMoved && isAgreed && (isSoon(startOf(m, c)) || isSoon(startOf(m, { ...c, ...input }))))
    refuse(409, 'invitation_change_too_late')

  const isHeld = !(c.conflict && c.status === 'PENDING')
  const isConfirmed = isByCoach || !input.conflict || (isHeld && stays && input.coachId === c.coachId)
  const asIs = stays && [c.coachId, c.courseId, c.count].join() === [input.coachId, input.courseId, input.count].join()
  // More seats or guests need no new answer from those who have agreed.
  const asksAnew = !stays || input.courseId !== c.courseId
  const standsOn = isByCoach && !asksAnew && c.status === 'CONFIRMED'
  if (asIs && isConfirmed === isHeld && !c.needContract && added.length + dropped.length === 0) return c

  const kept = cellsOf(m, c)
  const paying = isByCoach ? joined : [c.initiatorId]
  const paidBy = Object.fromEntries(paying.map((who) => [who, c.seats[who]?.contract]))
  for (const seat of seatsOf(c, paying)) settle(m, seat, false, true)
  Object.assign(c, input, { conflict: !isConfirmed, offered: null })
  const time = { mayBeTaught: isByCoach && joined.length > 0 }
  if (standsOn) timeAnew(m, c, time)
  else waitAnew(m, c, time)
  if (isByCoach && asksAnew) for (const seat of seatsOf(c, joined)) seat.changed = true
  const paid = paying.map((who) => hold(m, c, who))
  if (isByCoach && paid.includes(false)) refuse(409, 'lesson_hours_too_few')
  take(m, c, kept, busy(actorId, c.coachId), {
    overLocksOf: isByCoach && input.conflict ? c.coachId : undefined,
    first: actorId,
  })
  // An expired request in the way returned its hours before the current holds were placed.
  for (const seat of seatsOf(c, paying)) settle(m, seat, false, true)
  c.needContract = paying.map((who) => hold(m, c, who)).includes(false)
  for (const who of paying) {
    const former = m.contracts[paidBy[who] ?? -1]
    const isMovedOff = !c.seats[who]?.held || c.seats[who]?.contract !== paidBy[who]
    if (former && isMovedOff && who !== actorId) extendUsability(m, former)
  }
  for (const who of added) c.seats[who] = { ...(c.seats[who] ?? newSeat(m, 'INVITED')), state: 'INVITED' }
  // A dropped player who never had a seat is no longer part of the class.
  for (const who of dropped) for (const seat of seatsOf(c, [who])) seat.state = 'LEFT'
  for (const who of dropped) if (c.seats[who]?.contract === null && c.seats[who].lateAt === null) delete c.seats[who]
  return c
}

/** A player takes a seat or agrees to the coach's changes. In a coach’s class the player's own hours pay. */
export function join(m: Draft, id: string, actorId: string, withLink: boolean): ModelClass {
  const c = the(m.classes, (each) => each.id === id)
  const isOfCoach = c.maker === 'coach' && personOf(m, actorId).isStudentOf.includes(c.coachId)
  const isEntitled = c.seats[actorId] || isOfCoach || (withLink && isLinkOpen(m, c))
  if (!isEntitled) {
    seen(m, id, actorId)
    refuse(403, 'invitation_not_yours')
  }
  const hasSeat = c.seats[actorId]?.state === 'JOINED'
  if (hasSeat && isOpen(statusOf(m, c)) && !c.seats[actorId]?.changed) return c
  mayAct(m, c, actorId, 'join')
  if (hasSeat) {
    if (!c.seats[actorId]?.changed) refuse(409, 'invitation_settled')
    Object.assign(c.seats[actorId] ?? {}, { changed: false, attendance: null })
  } else {
    if (m.now >= startOf(m, c)) refuse(409, 'invitation_started')
    if (joinedOf(c).length >= c.count) refuse(409, 'invitation_full')
    const kept = cellsOf(m, c)
    for (const seat of seatsOf(c, c.seats[actorId] ? [actorId] : [])) undoLate(m, seat)
    c.seats[actorId] = newSeat(m, 'JOINED')
    if (c.maker === 'coach' && !hold(m, c, actorId)) refuse(409, 'lesson_hours_too_few')
    take(m, c, kept, () => refuse(409, 'slot_mine'))
    if (c.maker === 'coach') {
      for (const seat of seatsOf(c, [actorId])) settle(m, seat, false, true)
      hold(m, c, actorId)
    }
  }
  if (c.maker === 'coach' && c.status === 'PENDING' && !waitsForCoach(c)) {
    c.status = 'CONFIRMED'
    c.confirmedAt = m.now
  }
  return c
}

/** 缔约: grants hours on contract `top` (an index) or on a new contract. A player’s class is then paid. */
export function contract(
  m: Draft,
  id: string,
  actorId: string,
  { userId, top, sessions, expiry }: { userId?: string; top?: number; sessions: number; expiry: string },
): ModelClass {
  const c = seen(m, id, actorId)
  mayAct(m, c, actorId, 'contract')
  const isByPlayer = c.maker === 'player'
  if (isByPlayer && !c.needContract) refuse(409, 'invitation_settled')
  if (m.now >= startOf(m, c)) refuse(409, 'invitation_started')
  const student = userId ?? (isByPlayer ? c.initiatorId : '')
  if (!c.seats[student] || (isByPlayer && student !== c.initiatorId)) refuse(400, 'student_not_in_class')
  const made = dateOf(m.now)
  const fresh = { userId: student, courseId: c.courseId, made, expiry, remaining: 0, held: 0 }
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

/** The coach offers another time for a request, which moves there with its hours and waits for its player. */
export function offer(
  m: Draft,
  id: string,
  actorId: string,
  { court, day, begin }: Pick<Input, 'court' | 'day' | 'begin'>,
): ModelClass {
  const c = seen(m, id, actorId)
  mayAct(m, c, actorId, 'offer')
  if (m.now >= startOf(m, c)) refuse(409, 'invitation_started')
  const to = { ...c, court, day, begin, end: begin + c.end - c.begin }
  mayBeAt(m, to)
  const stays = [c.court, c.day, c.begin].join() === [court, day, begin].join()
  const isSoon = (at: number) => at - m.now <= 4 * HALF_HOUR
  if (!stays && joinedOf(c).length > 1 && (isSoon(startOf(m, c)) || isSoon(startOf(m, to))))
    refuse(409, 'invitation_change_too_late')
  if (stays && c.offered) return c
  if (stays && !c.conflict) refuse(400, 'input_invalid')
  const asked = c.offered?.asked ?? startOf(m, c)
  const kept = cellsOf(m, c)
  const payer = seatsOf(c, [c.initiatorId])
  const former = payer[0]?.contract ?? null
  for (const seat of payer) settle(m, seat, false, true)
  Object.assign(c, { court, day, begin, end: to.end, conflict: false, offered: { at: m.now, asked } })
  waitAnew(m, c)
  take(m, c, kept, busy(actorId, actorId), { overLocksOf: actorId, first: actorId })
  c.needContract = !hold(m, c, c.initiatorId)
  const contract = m.contracts[former ?? -1]
  if (contract && (c.needContract || payer[0]?.contract !== former)) extendUsability(m, contract)
  return c
}

/** The player agrees to the offered time. Without a contract the coach has to make one and confirm. */
export function accept(m: Draft, id: string, actorId: string): ModelClass {
  const c = seen(m, id, actorId)
  if (roleOf(c, actorId) === 'initiator' && c.status === 'CONFIRMED') return c
  mayAct(m, c, actorId, 'accept')
  if (!c.offered) refuse(409, 'invitation_settled')
  c.offered = null
  if (c.needContract) c.needContract = !hold(m, c, c.initiatorId)
  if (c.needContract) waitAnew(m, c)
  else Object.assign(c, { status: 'CONFIRMED', confirmedAt: m.now })
  return c
}

/** The coach accepts a request, over their own locks. */
export function confirm(m: Draft, id: string, actorId: string): ModelClass {
  const c = seen(m, id, actorId)
  if (actorId === c.coachId && c.status === 'CONFIRMED') return c
  mayAct(m, c, actorId, 'confirm')
  if (c.offered) refuse(409, 'invitation_offered')
  if (!waitsForCoach(c)) return c.agreed === actorId ? c : refuse(409, 'invitation_settled')
  if (c.needContract && !hold(m, c, c.initiatorId)) refuse(409, 'invitation_needs_contract')
  c.needContract = false
  const kept = cellsOf(m, c)
  const stands = c.maker === 'player' || seatsOf(c, joinedOf(c)).some(({ changed }) => !changed)
  if (stands) Object.assign(c, { status: 'CONFIRMED', confirmedAt: m.now })
  else waitAnew(m, c, { mayBeTaught: joinedOf(c).length > 0 })
  if (c.maker === 'coach') Object.assign(c, { initiatorId: actorId, agreed: actorId })
  take(m, c, kept, busy(actorId, actorId), { overLocksOf: actorId })
  return c
}

/** 签到: a player who is not named keeps their signed attendance, else is present. */
export function sign(
  m: Draft,
  id: string,
  actorId: string,
  found: { userId: string; attendance: Attendance }[],
): ModelClass {
  const c = seen(m, id, actorId)
  mayAct(m, c, actorId, 'sign')
  if (c.isPast) refuse(409, 'invitation_settled')
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

/** The coach or the company's admin completes a class. A class of the past is completed by its players and the clock. */
export function finish(m: Draft, id: string, actorId: string): ModelClass {
  const c = seen(m, id, actorId)
  if ((actorId === c.coachId || isAdmin(m, c, actorId)) && c.status === 'COMPLETED') return c
  mayAct(m, c, actorId, 'finish')
  if (c.isPast) refuse(409, 'invitation_settled')
  if (m.now < startOf(m, c)) refuse(409, 'invitation_not_started')
  complete(m, c)
  return c
}

/** Whether the coach's side changed what this person agreed to. */
function isChangedFor(c: ModelClass, actorId: string): boolean {
  const seat = c.seats[actorId]
  const isHandedOver = c.handedOver.some(
    (each) => each.actorId !== actorId && seat !== undefined && each.at > seat.joinedAt,
  )
  return isHandedOver || seat?.changed === true
}

/** What cancelling would cost this person now. */
export function costOf(m: Draft, c: ModelClass, actorId: string): CancellationReason {
  if (actorId === c.coachId || (roleOf(c, actorId) === 'viewer' && isAdmin(m, c, actorId))) return 'by_coach'
  if (c.status !== 'CONFIRMED') return 'not_confirmed'
  if (m.now <= freeUntilOf(m, c)) return 'early'
  if (isChangedFor(c, actorId)) return 'changed'
  const seat = c.seats[actorId]
  if (!seat?.held) return 'nothing_held'
  const company = companyOf(m, c)
  const before = m.classes.filter(
    (other) => other !== c && companyOf(m, other) === company && other.seats[actorId]?.lateAt != null,
  )
  return before.length < company.forgiven ? 'forgiven' : 'late'
}

function cancelWhole(
  m: Draft,
  c: ModelClass,
  actorId: string,
  {
    isCharged = false,
    byClub = false,
    isOwnChoice = false,
  }: { isCharged?: boolean; byClub?: boolean; isOwnChoice?: boolean },
): ModelClass {
  for (const who of joinedOf(c))
    for (const seat of seatsOf(c, [who])) settle(m, seat, isCharged && who === actorId, isOwnChoice)
  if (byClub) for (const seat of seatsOf(c, Object.keys(c.seats))) undoLate(m, seat)
  return Object.assign(c, { status: 'CANCELLED' as const, cancelledBy: actorId })
}

/** The coach or the company's admin cancels. It costs the players nothing. */
export function cancelByCoach(m: Draft, id: string, actorId: string): ModelClass {
  const c = seen(m, id, actorId)
  if (actorId !== c.coachId && !isAdmin(m, c, actorId)) refuse(403, 'invitation_not_yours')
  if (c.status === 'CANCELLED' && c.cancelledBy === actorId) return c
  mayAct(m, c, actorId, 'cancel')
  if (isPastDue(m, c)) refuse(409, 'past_class_due')
  return cancelWhole(m, c, actorId, { byClub: true, isOwnChoice: c.isPast })
}

/** The initiator cancels the class. A joiner gives back their own seat. */
export function cancelByPlayer(m: Draft, id: string, actorId: string): ModelClass {
  const c = seen(m, id, actorId)
  const role = roleOf(c, actorId)
  const seat = c.seats[actorId]
  if (role === 'coach') refuse(403, 'invitation_not_yours')
  if (isOut(seat) || (c.status === 'CANCELLED' && c.cancelledBy === actorId)) return c
  if (role === 'viewer') refuse(403, 'invitation_not_yours')
  mayAct(m, c, actorId, 'cancel')
  if (c.signedAt !== null || m.now >= startOf(m, c)) refuse(409, 'invitation_cancel_too_late')
  const cost = costOf(m, c, actorId)
  if (seat && (cost === 'forgiven' || cost === 'late')) {
    Object.assign(seat, { lateAt: m.now, lost: cost === 'late' ? seat.held : 0 })
  }
  if (role === 'initiator' || !seat)
    return cancelWhole(m, c, actorId, {
      isCharged: cost === 'late',
      byClub: c.maker === 'coach',
      isOwnChoice: c.maker === 'player' && !isChangedFor(c, actorId),
    })
  return giveBack(m, c, seat, {
    state: 'LEFT',
    isCharged: cost === 'late',
    isOwnChoice: !isChangedFor(c, actorId),
  })
}

/** An invited player declines before the start. A player with a seat rejects the coach's changes. */
export function decline(m: Draft, id: string, actorId: string): ModelClass {
  const c = seen(m, id, actorId)
  const seat = c.seats[actorId]
  if (!seat) return refuse(403, 'invitation_not_yours')
  if (isOut(seat)) return c
  mayAct(m, c, actorId, 'decline')
  if (seat.state === 'JOINED') {
    if (!seat.changed) refuse(409, 'invitation_settled')
    return giveBack(m, c, seat, { state: 'DECLINED', isCharged: false, isOwnChoice: false })
  }
  if (m.now >= startOf(m, c)) refuse(409, 'invitation_started')
  seat.state = 'DECLINED'
  return c
}

/** A seat becomes free. From the start on nobody can take it, so a waiting class without players ends then. */
function giveBack(
  m: Draft,
  c: ModelClass,
  seat: ModelSeat,
  { state, isCharged, isOwnChoice }: { state: ModelSeat['state']; isCharged: boolean; isOwnChoice: boolean },
): ModelClass {
  settle(m, seat, isCharged, isOwnChoice)
  Object.assign(seat, { state, attendance: null, changed: false })
  const isKept = seatsOf(c, joinedOf(c)).some(({ changed }) => !changed)
  const isEmpty = joinedOf(c).length === 0
  if (c.maker === 'coach' && c.status === 'CONFIRMED' && !isKept)
    waitAnew(m, c, { isLeft: true, mayBeTaught: !isEmpty })
  else if (c.status === 'PENDING' && isEmpty && c.expiresAt > startOf(m, c)) c.expiresAt = answerDueOf(m, c)
  return c
}

/** A class passes to another coach of its company, who has to agree. */
export function changeCoach(m: Draft, id: string, actorId: string, coachId: string): ModelClass {
  const c = seen(m, id, actorId)
  if (coachId === c.coachId && isOpen(statusOf(m, c))) {
    mayAct(m, c, actorId, 'changeCoach')
    return c
  }
  mayMove(m, c, actorId, 'changeCoach')
  if (!personOf(m, coachId).isCoach) refuse(404, 'coach_not_found')
  if (!companyOf(m, c).memberIds.includes(coachId)) refuse(400, 'coach_not_of_company')
  if (!the(m.world.courses, (course) => course.id === c.courseId).coachIds.includes(coachId))
    refuse(400, 'coach_not_of_course')
  if (c.seats[coachId]) refuse(400, 'invitation_with_oneself')
  const kept = cellsOf(m, c)
  const isByClub = c.maker === 'coach' || actorId === c.coachId || isAdmin(m, c, actorId)
  const mayBeTaught = isByClub && (c.status === 'CONFIRMED' || c.expiresAt > startOf(m, c))
  Object.assign(c, { coachId, conflict: c.conflict && c.status === 'PENDING', agreed: null, offered: null })
  c.handedOver.push({ at: m.now, actorId })
  waitAnew(m, c, { mayBeTaught })
  // Back with the coach who made it, it stands by a player who agrees.
  const isBack = c.maker === 'coach' && c.initiatorId === coachId
  if (isBack && seatsOf(c, joinedOf(c)).some(({ changed }) => !changed))
    Object.assign(c, { status: 'CONFIRMED', confirmedAt: m.now })
  take(m, c, kept, () => refuse(409, 'coach_busy'))
  return c
}

/** A participant of a completed class likes another participant. An existing like stays as it is. */
export function like(
  m: Draft,
  id: string,
  actorId: string,
  target: string,
  as: 'coach' | 'player' | 'either',
): ModelLike {
  const c = seen(m, id, actorId)
  const players = joinedOf(c)
  if (actorId !== c.coachId && !players.includes(actorId)) refuse(403, 'invitation_not_yours')
  if (as === 'coach' && actorId === c.coachId) refuse(403, 'invitation_not_yours')
  if (c.status !== 'COMPLETED') refuse(409, 'invitation_settled')
  const meant = { coach: [c.coachId], player: players, either: [c.coachId, ...players] }[as]
  if (target === actorId || !meant.includes(target)) refuse(400, 'input_invalid')
  const standing = m.likes.find((l) => l.source === actorId && l.target === target && l.classId === id)
  if (standing) return standing
  const fresh = { id: '', source: actorId, target, classId: id }
  m.likes.push(fresh)
  return fresh
}

/** A user removes their like. */
export function unlike(m: Draft, likeId: string, actorId: string): ModelLike {
  const gone = m.likes.find((l) => l.id === likeId && l.source === actorId) ?? refuse(404, 'like_not_found')
  m.likes = m.likes.filter((l) => l !== gone)
  return gone
}

/** The number of likes that somebody has. */
export const likesOf = (m: Draft, target: string) => m.likes.filter((l) => l.target === target).length
