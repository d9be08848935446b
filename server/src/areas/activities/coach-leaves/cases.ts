import {
  AWAY_REASON_NAMES,
  callOffAt,
  caseDueAt,
  caseEndsAt,
  caseRemindAt,
  LEAVE_CASE_STEPS,
  type LeaveCause,
  leaveStepFault,
  STANDING_CASE_STATES,
} from '@paidang/domain/areas/activities/coach-leaves/leave'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { type Day, dayOf, instantOf, monthDotDay } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { and, asc, eq, gt, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { coachLeaveCases, coachLeaves } from '../../../tables/coach-leaves.ts'
import { coachCourses, companies, companyMembers } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { notify } from '../../ground/messages/notify.ts'
import { cancelClass, leaveClass } from '../classes/cancel.ts'
import { openClassAsOperator } from '../classes/open-class.ts'
import {
  type CaseClass,
  type CaseRow,
  isComing,
  isHeldWith,
  isUndecided,
  type LeaveRow,
  listClasses,
  listContracts,
  type ReadCase,
  selectCases,
} from './rows.ts'

export const about = (id: string) => ({ kind: 'coach_leave', id }) as const

/** Why a class is called off, as its people read it. */
const CALL_OFF_REASONS: Record<LeaveCause, string> = {
  LEFT: '教练已离开',
  STOPPED: '教练暂时不能授课',
  AWAY: '教练休假',
}

type Days = Pick<LeaveRow, 'firstDay' | 'lastDay'>

export const daysText = ({ firstDay, lastDay }: Days) => {
  const [from, to] = [monthDotDay(firstDay ?? ''), monthDotDay(lastDay ?? '')]
  return from === to ? from : `${from}–${to}`
}

/** Day and half-hour of a class, and the price of a trial lesson. */
type Start = [Day, number, number | null]
type Concerned = { playerId: string; companyId: string; companyName: string; hours: number; starts: Start[] }

/** The students of a coach with live hours of these companies, or a seat in a coming class; by person. */
async function listConcerned(
  tx: Database,
  { coachId, companyIds, now }: { coachId: string; companyIds: readonly string[]; now: Date },
  { days, isMissedOnly }: { days: Days | undefined; isMissedOnly: boolean },
): Promise<Concerned[]> {
  const ids = sql`${`{${companyIds.join(',')}}`}::bigint[]`
  const onDays = days ? sql`and i.course_date between ${days.firstDay}::date and ${days.lastDay}::date` : sql``
  // Hours that nobody signed stay so when their student takes another coach.
  const notAsked = isMissedOnly
    ? sql`and (c.coach_id is not null or not exists (select 1 from ${coachLeaveCases} k
        where k.player_id = c.user_id and k.coach_id = ${coachId} and k.company_id = c.company_id))`
    : sql``
  const { rows } = await tx.execute<Concerned>(sql`
    with held as (
      select c.user_id, c.company_id, sum(c.remaining_sessions)::float as hours from ${contracts} c
      where c.company_id = any(${ids}) and c.remaining_sessions > 0 and c.expiry_date >= ${dayOf(now)}::date
        and ${isHeldWith(sql`${coachId}::bigint`)} ${notAsked}
      group by 1, 2
    ), coming as (
      select s.user_id, i.company_id, json_agg(json_build_array(i.course_date, i.begin_time_slot,
        case when i.trial_id is not null then i.course_design_price end)) as starts
      from ${invitations} i join ${seats} s on s.invitation_id = i.id and s.state = 'JOINED'
      where i.coach_id = ${coachId} and i.company_id = any(${ids}) and ${isComing(now)} ${onDays}
      group by 1, 2
    )
    select user_id::text as "playerId", company_id::text as "companyId", o.company_name as "companyName",
      coalesce(hours, 0) as hours, coalesce(starts, '[]') as starts
    from held full join coming using (user_id, company_id)
      join ${users} u on u.id = user_id and u.closed_at is null join ${companies} o on o.id = company_id
    where user_id <> ${coachId} order by user_id, company_id`)
  return rows
}

type Opening = {
  coachId: string
  cause: LeaveCause
  companyIds: readonly string[]
  /** The absence, which stands already. */
  leave?: LeaveRow
  /** Only those who were never asked since the coach went. */
  isMissedOnly?: boolean
  /** Only these students. */
  onlyIds?: ReadonlySet<string>
  now: Date
}

/**
 * Tells each student of a coach who does not teach any more what stands, and asks what they want. All of it belongs to
 * the transaction in which the coach goes. An older question about an absence is replaced by a graver one, never the
 * other way round.
 */
export async function openCases(tx: Database, opening: Opening): Promise<void> {
  const { coachId, cause, companyIds, isMissedOnly = false, onlyIds, now } = opening
  const asked = isMissedOnly ? await listAsked(tx, opening) : new Set()
  const concerned =
    companyIds.length === 0 ? [] : await listConcerned(tx, opening, { days: opening.leave, isMissedOnly })
  const unasked = concerned.filter(({ playerId }) => !asked.has(playerId) && onlyIds?.has(playerId) !== false)
  if (unasked.length === 0) return
  const leave =
    opening.leave ?? (await findStopped(tx, opening)) ?? (await insertLeave(tx, { coachId, cause, createdAt: now }))
  if (cause !== 'AWAY' && !isMissedOnly) {
    const standing = and(
      eq(coachLeaveCases.coachId, coachId),
      inArray(coachLeaveCases.companyId, [...companyIds]),
      inArray(coachLeaveCases.state, [...LEAVE_CASE_STEPS.REPLACE.from]),
      onlyIds && inArray(coachLeaveCases.playerId, [...onlyIds]),
    )
    await tx.update(coachLeaveCases).set({ state: 'REPLACED', endedAt: now, remindAt: null }).where(standing)
  }
  const coachName = await nameOf(tx, coachId)
  for (const { playerId, companyId, companyName, hours, starts } of unasked) {
    const trials = starts.flatMap(([, , fen]) => fen ?? [])
    const lessons = starts.length - trials.length
    const stands = [
      ...(hours > 0 ? [`${lessonHoursText(hours)} 课时`] : []),
      ...(lessons > 0 ? [`${lessons} 节未上的课`] : []),
      ...(trials.length > 0 ? [`${trials.length} 节体验课`] : []),
    ].join('、')
    const trialFen = hours === 0 && lessons === 0 ? (trials[0] ?? null) : null
    const opened = { playerId, companyId, starts: starts.map(([day, halfHour]) => instantOf(day, halfHour)), now }
    await openCase(tx, leave, opened, (state) => {
      const told = { coachName, companyName, stands, state, trialFen }
      return { title: titleOf(leave, told), content: contentOf(leave, told) }
    })
  }
}

type Opened = { playerId: string; companyId: string; starts: readonly Date[]; now: Date }

/** Opens a case with its message, unless one stands. Who has no class on the days of an absence may decide, or wait. */
export async function openCase(
  tx: Database,
  { id: leaveId, cause, coachId }: LeaveRow,
  { playerId, companyId, starts, now }: Opened,
  textOf: (state: CaseRow['state']) => { title: string; content: string },
): Promise<void> {
  const state = cause === 'AWAY' && starts.length === 0 ? 'WAITING' : 'OPEN'
  const dueAt = caseDueAt(now, starts)
  const remindAt = state === 'OPEN' ? caseRemindAt(now, dueAt) : null
  const made = { leaveId, coachId, companyId, playerId, state, dueAt, remindAt, createdAt: now } as const
  const [row] = await tx.insert(coachLeaveCases).values(made).onConflictDoNothing().returning()
  if (!row) return
  await notify(tx, {
    receiverIds: [playerId],
    senderId: null,
    category: 'invitation',
    ...textOf(state),
    about: about(row.id),
  })
}

/** The students who have a case since the coach went in which they can still choose. */
async function listAsked(tx: Database, { coachId, cause, companyIds }: Opening): Promise<Set<string>> {
  const since = and(
    eq(coachLeaveCases.coachId, coachId),
    inArray(coachLeaveCases.companyId, [...companyIds]),
    inArray(coachLeaveCases.state, [...LEAVE_CASE_STEPS.CHANGE.from]),
    isNull(coachLeaves.endedAt),
  )
  const rows = await tx
    .select({ playerId: coachLeaveCases.playerId })
    .from(coachLeaveCases)
    .innerJoin(coachLeaves, and(eq(coachLeaves.id, coachLeaveCases.leaveId), eq(coachLeaves.cause, cause)))
    .where(since)
  return new Set(rows.map(({ playerId }) => playerId))
}

/** A coach is stopped once at a time. */
async function findStopped(tx: Database, { coachId, cause }: Opening): Promise<LeaveRow | undefined> {
  if (cause !== 'STOPPED') return undefined
  const lasting = and(eq(coachLeaves.coachId, coachId), eq(coachLeaves.cause, 'STOPPED'), isNull(coachLeaves.endedAt))
  const [leave] = await tx.select().from(coachLeaves).where(lasting)
  return leave
}

async function insertLeave(tx: Database, made: typeof coachLeaves.$inferInsert): Promise<LeaveRow> {
  const [leave] = await tx.insert(coachLeaves).values(made).returning()
  if (!leave) throw new Error('insert returned no row')
  return leave
}

async function nameOf(db: Database, userId: string): Promise<string> {
  const [row] = await db.select({ nickname: users.nickname }).from(users).where(eq(users.id, userId))
  return row?.nickname ?? ''
}

type Told = {
  coachName: string
  companyName: string
  stands: string
  state: CaseRow['state']
  /** The price of a trial lesson of who has nothing else with the coach. */
  trialFen: number | null
}

const trialText = (fen: number) => `体验课上不了会自动取消，¥${yuanOf(fen)} 原路退回，可以再约别的教练`

function titleOf(leave: LeaveRow, { coachName, companyName }: Told): string {
  if (leave.cause === 'LEFT') return `${coachName} 已离开${companyName}`
  if (leave.cause === 'STOPPED') return `${coachName} 暂时不能授课`
  return `${coachName} ${daysText(leave)} 休假（${AWAY_REASON_NAMES[leave.reason ?? 'OTHER']}）`
}

function contentOf({ cause }: LeaveRow, { stands, state, trialFen }: Told): string {
  const has = `您有 ${stands}`
  if (trialFen !== null) return `${has}。${trialText(trialFen)}`
  if (cause === 'LEFT') return `${has}，都还在。请选择换教练或退课`
  if (cause === 'STOPPED') return `${has}，都还在。请选择换教练或退课；课开始前可免费取消，没有上课不扣课时`
  return state === 'WAITING' ? `${has}，不受影响；不想等也可以换教练` : `${has}。请选择换教练或等教练回来`
}

type CallOff = {
  lesson: CaseClass
  playerId: string
  actorId: string
  cause: LeaveCause
  now: Date
  isByClock?: boolean
}

/**
 * Calls a class off free of charge, or frees the student's seat where others take part. The clock calls it off for all.
 * A class that was cancelled meanwhile stays so, and from the clock one that was signed.
 */
export async function callOff(tx: Database, calling: CallOff): Promise<void> {
  const { lesson, playerId, actorId, cause, now, isByClock = false } = calling
  const opened = await openClassAsOperator(tx, lesson.id)
  const { invitationStatus, signedAt } = opened.view.invitation
  const isSeated = opened.joined.some(({ userId }) => userId === playerId)
  if (!['PENDING', 'CONFIRMED'].includes(invitationStatus) || !isSeated) return
  if (isByClock && signedAt !== null) return
  const reason = CALL_OFF_REASONS[cause]
  if (isByClock || lesson.isOwn) await cancelClass(tx, opened, { actorId, now, reason, byClub: true })
  else
    await leaveClass(tx, opened, {
      actorId: playerId,
      now,
      reason,
      action: 'cancel',
      isOwnChoice: false,
    })
}

type Emptying = { coachId: string; cause: LeaveCause; now: Date; companyId?: string; days?: Days }

/** A coach who leaves, or is away, calls off their classes in which nobody has a seat. Who was invited is told. */
export async function callOffEmpty(tx: Database, { coachId, cause, now, companyId, days }: Emptying): Promise<void> {
  const ofCompany = companyId === undefined ? sql`` : sql`and i.company_id = ${companyId}`
  const onDays = days ? sql`and i.course_date between ${days.firstDay}::date and ${days.lastDay}::date` : sql``
  const { rows } = await tx.execute<{ id: string }>(sql`
    select i.id from ${invitations} i where i.coach_id = ${coachId} ${ofCompany} ${onDays} and ${isComing(now)}
      and not exists (select 1 from ${seats} s where s.invitation_id = i.id and s.state = 'JOINED') order by i.id`)
  for (const { id } of rows) {
    const opened = await openClassAsOperator(tx, id)
    await cancelClass(tx, opened, { actorId: coachId, now, reason: CALL_OFF_REASONS[cause], byClub: true })
  }
}

/** Locks a case for the rest of the transaction. */
export const lockCase = (tx: Database, id: string) =>
  tx.select({ id: coachLeaveCases.id }).from(coachLeaveCases).where(eq(coachLeaveCases.id, id)).for('update')

/** The clock's part of an open case: a class that nobody decided is called off, who waits is reminded, and it ends. */
async function tendCase(tx: Database, id: string, now: Date): Promise<void> {
  await lockCase(tx, id)
  const [read] = await selectCases(tx).where(eq(coachLeaveCases.id, id))
  if (read?.row.state !== 'OPEN') return
  const { row, leave } = read
  if (leave.cause === 'LEFT' && (await isMember(tx, row))) return returnToCompany(tx, { ...row, now })
  const endsAt = caseEndsAt(row.createdAt)
  const isOver = endsAt <= now
  const left: CaseClass[] = []
  for (const lesson of await listClasses(tx, [id], now, isUndecided(now))) {
    if (!isOver && callOffAt(startOf(lesson), row.createdAt) > now) left.push(lesson)
    else await callOff(tx, { lesson, ...row, actorId: row.coachId, cause: leave.cause, now, isByClock: true })
  }
  if (isOver) {
    await tx
      .update(coachLeaveCases)
      .set({ state: 'ENDED', endedAt: now, remindAt: null })
      .where(eq(coachLeaveCases.id, id))
    return tell(tx, read, (await hasHours(tx, id, now)) ? '课时还在，随时可以换教练' : '没有上的课已取消')
  }
  const isReminded = row.remindAt !== null && row.remindAt <= now
  const dueAt = caseDueAt(row.createdAt, left.map(startOf))
  await tx
    .update(coachLeaveCases)
    .set({ dueAt, ...(isReminded && { remindAt: null }) })
    .where(eq(coachLeaveCases.id, id))
  if (!isReminded) return
  const [trialFen = null] = left.every((lesson) => lesson.trialFen !== null)
    ? left.map((lesson) => lesson.trialFen)
    : []
  const isTrialOnly = trialFen !== null && !(await hasHours(tx, id, now))
  const change = '可以换教练，未上的课没人接会自动取消、退回课时'
  await tell(tx, read, `您还没有选择：${isTrialOnly ? trialText(trialFen) : change}`)
}

const isMember = async (tx: Database, { coachId, companyId }: Pick<CaseRow, 'coachId' | 'companyId'>) =>
  (await tx.$count(companyMembers, and(eq(companyMembers.userId, coachId), eq(companyMembers.companyId, companyId)))) >
  0

const hasHours = async (tx: Database, id: string, now: Date) => (await listContracts(tx, [id], now)).length > 0

const startOf = ({ courseDate, beginTimeSlot }: CaseClass) => instantOf(courseDate, beginTimeSlot)

const tell = (tx: Database, { row, coach }: ReadCase, content: string) =>
  notify(tx, {
    receiverIds: [row.playerId],
    senderId: null,
    category: 'systemNotice',
    title: `${coach.nickname} 的课怎么安排`,
    content,
    about: about(row.id),
  })

/**
 * Ends the cases that wait for a coach who is back, and tells their students. Where an absence stands the coach is not
 * back yet: whom it concerns is asked about it, and the others read of its days. Who is suspended is not back at all:
 * their students are asked about that, and read it once it ends.
 */
export async function returnCases(tx: Database, leave: LeaveRow, now: Date): Promise<void> {
  const { id: leaveId, coachId, cause } = leave
  const isStopped = cause !== 'STOPPED' && (await isStoppedAt(tx, coachId, now))
  const standing = and(
    eq(coachLeaveCases.leaveId, leaveId),
    inArray(coachLeaveCases.state, [...LEAVE_CASE_STEPS.RETURN.from]),
  )
  const ended = await tx
    .update(coachLeaveCases)
    .set({ state: isStopped ? 'REPLACED' : 'RETURNED', endedAt: now, remindAt: null })
    .where(standing)
    .returning({ id: coachLeaveCases.id, playerId: coachLeaveCases.playerId, companyId: coachLeaveCases.companyId })
  if (ended.length === 0) return
  const concerned = {
    coachId,
    companyIds: [...new Set(ended.map(({ companyId }) => companyId))],
    onlyIds: new Set(ended.map(({ playerId }) => playerId)),
    now,
  }
  if (isStopped) return openCases(tx, { ...concerned, cause: 'STOPPED' })
  const away = cause === 'AWAY' ? undefined : await findAbsence(tx, coachId, now)
  const asked = away && (await askAboutAbsence(tx, away, concerned))
  const name = await nameOf(tx, coachId)
  const words = away
    ? { title: `${name} 恢复授课`, content: `${daysText(away)} 仍休假，其余没有取消的课照常上` }
    : { title: `${name} 回来授课了`, content: '没有取消的课照常上，可以继续约课' }
  for (const { id, playerId, companyId } of ended.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)))
    if (!asked?.has(`${playerId} ${companyId}`))
      await notify(tx, {
        receiverIds: [playerId],
        senderId: null,
        category: 'systemNotice',
        ...words,
        about: about(id),
      })
}

async function isStoppedAt(tx: Database, coachId: string, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ is: boolean }>(sql`select ${isSuspended(coachId, now)} as is`)
  return rows[0]?.is === true
}

/** The absence of a coach that stands; undefined without one. */
async function findAbsence(tx: Database, coachId: string, now: Date): Promise<LeaveRow | undefined> {
  const { cause, endedAt, lastDay } = coachLeaves
  const lasting = and(eq(cause, 'AWAY'), isNull(endedAt), gte(lastDay, dayOf(now)))
  const [leave] = await tx
    .select()
    .from(coachLeaves)
    .where(and(eq(coachLeaves.coachId, coachId), lasting))
  return leave
}

/** Asks these students about an absence. @returns those who are asked, with the company */
async function askAboutAbsence(
  tx: Database,
  away: LeaveRow,
  concerned: Omit<Opening, 'cause' | 'leave'>,
): Promise<Set<string>> {
  await openCases(tx, { ...concerned, cause: 'AWAY', leave: away })
  const { leaveId, state, playerId, companyId } = coachLeaveCases
  const open = await tx
    .select({ playerId, companyId })
    .from(coachLeaveCases)
    .where(and(eq(leaveId, away.id), inArray(state, [...STANDING_CASE_STATES])))
  return new Set(open.map((row) => `${row.playerId} ${row.companyId}`))
}

type Return = { coachId: string; companyId: string; now: Date }

/**
 * A coach who had left a company is a member again, and teaches the classes that still stand. Their students there are
 * told, and asked about an absence that stands.
 */
export async function returnToCompany(tx: Database, { coachId, companyId, now }: Return): Promise<void> {
  await tx.execute(sql`
    insert into ${coachCourses} (coach_id, course_id)
    select distinct i.coach_id, i.course_design_id from ${invitations} i
    where i.coach_id = ${coachId} and i.company_id = ${companyId} and ${isComing(now)}
    order by 2 on conflict do nothing`)
  const lasting = and(eq(coachLeaves.coachId, coachId), isNull(coachLeaves.endedAt))
  const ofCompany = tx
    .select({ leaveId: coachLeaveCases.leaveId })
    .from(coachLeaveCases)
    .where(and(eq(coachLeaveCases.coachId, coachId), eq(coachLeaveCases.companyId, companyId)))
  const over = await tx
    .update(coachLeaves)
    .set({ endedAt: now })
    .where(and(lasting, eq(coachLeaves.cause, 'LEFT'), inArray(coachLeaves.id, ofCompany)))
    .returning()
  for (const leave of over) await returnCases(tx, leave, now)
  const away = await tx
    .select()
    .from(coachLeaves)
    .where(and(lasting, eq(coachLeaves.cause, 'AWAY')))
  for (const leave of away) await openCases(tx, { coachId, cause: 'AWAY', companyIds: [companyId], leave, now })
}

/** A suspension is over, so that the coach teaches again. */
export async function endStopped(tx: Database, coachId: string, now: Date): Promise<void> {
  const lasting = and(eq(coachLeaves.coachId, coachId), eq(coachLeaves.cause, 'STOPPED'), isNull(coachLeaves.endedAt))
  const [leave] = await tx.update(coachLeaves).set({ endedAt: now }).where(lasting).returning()
  if (leave) await returnCases(tx, leave, now)
}

/** Asks the students of a coach who is suspended. */
export async function openStopped(tx: Database, coachId: string, now: Date): Promise<void> {
  const own = await tx
    .select({ companyId: companyMembers.companyId })
    .from(companyMembers)
    .where(eq(companyMembers.userId, coachId))
    .orderBy(asc(companyMembers.companyId))
  await endStopped(tx, coachId, now)
  await openCases(tx, { coachId, cause: 'STOPPED', companyIds: own.map(({ companyId }) => companyId), now })
}

/** Moves the cases of a registered student to the account that claimed them. One about the same coach gives way. */
export async function handOverCases(tx: Database, { from, to, now }: { from: string; to: string; now: Date }) {
  await tx.execute(sql`
    update ${coachLeaveCases} k set state = 'REPLACED', ended_at = ${now}::timestamptz
    where k.player_id = ${to} and k.state in ('OPEN', 'WAITING') and exists (
      select 1 from ${coachLeaveCases} o where o.player_id = ${from} and o.coach_id = k.coach_id
        and o.company_id = k.company_id and o.state in ('OPEN', 'WAITING'))`)
  // A coach who was their own student decides nothing.
  await tx.delete(coachLeaveCases).where(and(eq(coachLeaveCases.playerId, from), eq(coachLeaveCases.coachId, to)))
  await tx.update(coachLeaveCases).set({ playerId: to }).where(eq(coachLeaveCases.playerId, from))
}

export async function tendCases({ db, now, signal, onFault }: JobContext): Promise<void> {
  const isDue = or(lte(coachLeaveCases.dueAt, now), lte(coachLeaveCases.remindAt, now))
  await processEach({
    list: ({ afterId, limit }) =>
      db
        .select({ id: coachLeaveCases.id })
        .from(coachLeaveCases)
        .where(and(eq(coachLeaveCases.state, 'OPEN'), isDue, gt(coachLeaveCases.id, afterId)))
        .orderBy(coachLeaveCases.id)
        .limit(limit),
    each: ({ id }) => db.transaction((tx) => tendCase(tx, id, now)),
    what: 'coach leave case',
    signal,
    onFault,
  })
}

/** Whether a step can be taken; the refusal otherwise. */
export const faultOf = (step: keyof typeof LEAVE_CASE_STEPS, { row, leave }: ReadCase) =>
  leaveStepFault(step, { state: row.state, cause: leave.cause, isBack: leave.endedAt !== null })

/**
 * Asks students who have hours with a coach that went before: hours came back since, or the coach had left before there
 * were cases. `offset 0` keeps the plan to live contracts and their cases, so that history costs nothing. Source:
 * decision record 065
 */
export async function openMissed({ db, now, signal, onFault }: JobContext): Promise<void> {
  type Missed = { id: string; coachId: string; companyId: string; isMember: boolean }
  await processEach<Missed>({
    list: async ({ afterId, limit }) => {
      const { rows } = await db.execute<Missed>(sql`
        select c.id, c.coach_id as "coachId", c.company_id as "companyId", m.user_id is not null as "isMember"
        from ${companies} o
          cross join lateral (select * from ${contracts} of_company where of_company.company_id = o.id
            and of_company.expiry_date >= ${dayOf(now)}::date offset 0) c
          left join ${companyMembers} m on m.company_id = c.company_id and m.user_id = c.coach_id
          left join ${coachLeaves} l on l.coach_id = c.coach_id and l.cause = 'STOPPED' and l.ended_at is null
        where c.id > ${afterId} and c.remaining_sessions > 0
          and c.coach_id <> c.user_id and (m.user_id is null or ${isSuspended(sql`c.coach_id`, now)})
          and not exists (select 1 from ${coachLeaveCases} k join ${coachLeaves} of_case on of_case.id = k.leave_id
            where k.player_id = c.user_id and k.coach_id = c.coach_id and k.company_id = c.company_id
              and ${inArray(sql`k.state`, [...LEAVE_CASE_STEPS.CHANGE.from])}
              and case when m.user_id is null then of_case.cause = 'LEFT' and of_case.ended_at is null else k.leave_id = l.id end offset 0)
        order by c.id limit ${limit}`)
      return rows
    },
    each: ({ coachId, companyId, isMember }) =>
      db.transaction((tx) =>
        openCases(tx, {
          coachId,
          cause: isMember ? 'STOPPED' : 'LEFT',
          companyIds: [companyId],
          isMissedOnly: true,
          now,
        }),
      ),
    what: 'contract of a coach who went',
    signal,
    onFault,
  })
}
