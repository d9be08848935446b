import * as api from '@paidang/api/areas/activities/coach-leaves'
import { ApiError } from '@paidang/api/catalogue/errors'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { dayOf } from '@paidang/domain/kernel/day'
import { and, asc, desc, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { networkOf } from '../../../http/network-of.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { coachLeaveCases, coachLeaves } from '../../../tables/coach-leaves.ts'
import { coachCourses, companyMembers, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, slotClaims } from '../../../tables/schedule.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { notify } from '../../ground/messages/notify.ts'
import { upsertRelation } from '../../people/relations/student-relations.ts'
import { retryOnce } from '../../time/schedule/claim-cells.ts'
import { handOverClass } from '../classes/change-coach.ts'
import { expireHolders } from '../classes/expire-stale-invitations.ts'
import { assertMay, openClassAsOperator } from '../classes/open-class.ts'
import { ask, hashOfQuestion, withdrawLeaveQuestions } from '../questions/questions.ts'
import { about, callOff, faultOf, lockCase, openCase } from './cases.ts'
import {
  type CaseClass,
  type CaseContract,
  findCase,
  listClasses,
  listContracts,
  presentCases,
  type ReadCase,
  readCase,
  selectCases,
  type Viewer,
} from './rows.ts'

/** What a case is about: coming classes, and contracts with hours. */
type Standing = { classes: readonly CaseClass[]; held: readonly CaseContract[] }

// One after the other: a transaction has one connection.
const listStanding = async (db: Database, id: string, now: Date): Promise<Standing> => ({
  classes: await listClasses(db, [id], now),
  held: await listContracts(db, [id], now),
})

/** The coaches of the company who could teach the student now, with what they teach of it and the classes they have time for. */
async function listColleagues(
  db: Database,
  { row }: Pick<ReadCase, 'row'>,
  { classes, held }: Standing,
  now: Date,
): Promise<api.LeaveSuccessor[]> {
  const heldIds = `{${held.map(({ id }) => id).join(',')}}`
  const lessons = JSON.stringify(classes.filter(({ mayHandOver }) => mayHandOver))
  const isAway = sql`w.coach_id = u.id and w.cause = 'AWAY' and w.ended_at is null`
  const { rows } = await db.execute<{
    id: string
    nickname: string
    avatar: string | null
    away: api.LeaveSuccessor['away']
    courseNames: string[]
    freeClassIds: string[]
    contractIds: string[]
  }>(sql`
    with lessons as (
      select * from jsonb_to_recordset(${lessons}::jsonb) as l(id bigint, "courseId" bigint, "venueId" bigint,
        "courseDate" date, "beginTimeSlot" smallint, "endTimeSlot" smallint)
    ), held as materialized (
      select id, course_id, expiry_date from ${contracts} where id = any(${heldIds}::bigint[])
    )
    select u.id::text as id, u.nickname, u.avatar,
      (select json_build_object('firstDay', w.first_day, 'lastDay', w.last_day) from ${coachLeaves} w
        where ${isAway} and w.last_day >= ${dayOf(now)}::date) as away,
      array(select x.course_name from ${coachCourses} t join ${courses} x on x.id = t.course_id and not x.del_flag
        where t.coach_id = u.id and x.company_id = m.company_id and not x.is_trial
          and (x.id in (select course_id from held) or x.id in (select "courseId" from lessons))
        order by x.course_name collate "zh-x-icu", x.id) as "courseNames",
      array(select l.id::text from lessons l
        where exists (select 1 from ${coachCourses} t where t.coach_id = u.id and t.course_id = l."courseId")
          and exists (select 1 from coach_venues v where v.coach_id = u.id and v.venue_id = l."venueId" and v.approve_status = 1)
          and not exists (select 1 from ${coachLeaves} w
            where ${isAway} and l."courseDate" between w.first_day and w.last_day)
          and not exists (select 1 from ${slotClaims} s where s.kind = ${CLAIM_KIND.COACH} and s.resource_id = u.id
            and s.day = l."courseDate" and s.half_hour >= l."beginTimeSlot" and s.half_hour < l."endTimeSlot")
        order by l."courseDate", l."beginTimeSlot", l.id) as "freeClassIds",
      array(select c.id::text from held c join ${coachCourses} t on t.coach_id = u.id and t.course_id = c.course_id
        order by c.expiry_date, c.id) as "contractIds"
    from ${companyMembers} m join ${users} u on u.id = m.user_id and u.user_type <> 0 and u.closed_at is null
    where m.company_id = ${row.companyId} and u.id not in (${row.coachId}, ${row.playerId})
      and not ${isSuspended(sql`u.id`, now)} and ${not(isBlockedBetween(sql`u.id`, row.playerId))}
    order by u.nickname collate "zh-x-icu", u.id limit 100`)
  return rows.map(({ id, nickname, avatar, ...teaches }) => ({
    coach: { id, nickname, avatar },
    ...teaches,
    isProposed: id === row.proposedId,
  }))
}

/** The coaches of the company who may take over. */
async function listSuccessors(...of: Parameters<typeof listColleagues>): Promise<api.LeaveSuccessor[]> {
  return (await listColleagues(...of))
    .filter(({ courseNames }) => courseNames.length > 0)
    .sort((a, b) => Number(b.isProposed) - Number(a.isProposed) || b.freeClassIds.length - a.freeClassIds.length)
}

/** The coach with this id, who may take over. @throws coach_not_of_company, coach_unavailable, coach_not_of_course */
async function findSuccessor(
  tx: Database,
  coachId: string,
  read: Pick<ReadCase, 'row'>,
  standing: Standing,
  now: Date,
): Promise<api.LeaveSuccessor> {
  const found = (await listColleagues(tx, read, standing, now)).find(({ coach }) => coach.id === coachId)
  if (!found) {
    const member = and(eq(companyMembers.companyId, read.row.companyId), eq(companyMembers.userId, coachId))
    throw new ApiError((await tx.$count(companyMembers, member)) > 0 ? 'coach_unavailable' : 'coach_not_of_company')
  }
  if (found.courseNames.length === 0) throw new ApiError('coach_not_of_course')
  return found
}

/** The lock of a case comes before those of its classes, and they by their ids. */
async function openForStep(tx: Database, id: string, viewer: Viewer) {
  await lockCase(tx, id)
  const read = await findCase(tx, id, viewer)
  const { classes, held } = await listStanding(tx, id, viewer.now)
  return { read, held, classes: [...classes].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)) }
}

type Change = { id: string; coachId: string; classIds: readonly string[] }

async function change(tx: Database, { id, coachId, classIds }: Change, viewer: Viewer): Promise<api.LeaveCase> {
  const { read, classes, held } = await openForStep(tx, id, viewer)
  const { row, leave, player } = read
  if (row.state === 'CHANGED' && row.newCoachId === coachId) return readCase(tx, id, viewer)
  const fault = faultOf('CHANGE', read)
  if (fault) throw new ApiError(fault)
  const handed = classes.filter((lesson) => classIds.includes(lesson.id))
  if (handed.length < new Set(classIds).size || handed.some(({ mayHandOver }) => !mayHandOver))
    throw new ApiError('leave_classes_changed')
  const chosen = await findSuccessor(tx, coachId, read, { classes, held }, viewer.now)
  const actorId = viewer.id
  for (const lesson of classes) {
    if (!handed.includes(lesson)) {
      await callOff(tx, { lesson, playerId: row.playerId, actorId, cause: leave.cause, now: viewer.now })
      continue
    }
    // In place of the club, which cannot hold what it agreed to: no time is too late for its player.
    const opened = { ...(await openClassAsOperator(tx, lesson.id)), actors: ['admin' as const] }
    assertMay('change-coach', opened, viewer.now)
    await handOverClass(tx, opened, { coachId, actorId, now: viewer.now })
  }
  // Who is away comes back to their students.
  if (leave.cause !== 'AWAY') await handOverContracts(tx, row, coachId, viewer.now)
  await upsertRelation(tx, { coachId, playerId: row.playerId, now: viewer.now })
  await tx
    .update(coachLeaveCases)
    .set({ state: 'CHANGED', newCoachId: coachId, endedAt: viewer.now, remindAt: null })
    .where(eq(coachLeaveCases.id, id))
  await notify(tx, {
    receiverIds: [coachId],
    senderId: row.playerId,
    category: 'classNotice',
    title: `${player.nickname} 换到您这里上课`,
    content: `原教练是 ${read.coach.nickname}${handed.length > 0 ? `，有 ${handed.length} 节课等您确认` : ''}`,
    about: { kind: 'student', id: row.playerId },
  })
  await withdrawLeaveQuestions(tx, row, viewer)
  const rest = held.filter((contract) => !chosen.contractIds.includes(contract.id))
  if (rest.length > 0) await askAboutRest(tx, read, { chosen, rest, now: viewer.now })
  return readCase(tx, id, viewer)
}

type Rest = { chosen: api.LeaveSuccessor; rest: readonly CaseContract[]; now: Date }

/** Asks anew about hours that the new coach does not teach, so that none are left with a coach who went. */
async function askAboutRest(tx: Database, { row, leave }: ReadCase, { chosen, rest, now }: Rest): Promise<void> {
  const hours = lessonHoursText(rest.reduce((sum, { remainingSessions }) => sum + remainingSessions, 0))
  const names = [...new Set(rest.map(({ courseName }) => courseName))].join('、')
  const next = leave.cause === 'AWAY' ? '等教练回来可以继续用，也可以再选一位教练' : '请再选一位教练或退课'
  await openCase(tx, leave, { ...row, starts: [], now }, () => ({
    title: `${chosen.coach.nickname} 不教${names}`,
    content: `${hours} 课时还在，${next}`,
  }))
}

type Parties = { playerId: string; companyId: string; coachId: string }

/** The contracts that the former coach signed are the new coach's, where they teach the course. */
async function handOverContracts(
  tx: Database,
  { playerId, companyId, coachId: formerId }: Parties,
  coachId: string,
  now: Date,
) {
  await tx.execute(sql`
    update ${contracts} c set coach_id = ${coachId}
    where c.user_id = ${playerId} and c.company_id = ${companyId} and c.coach_id = ${formerId}
      and c.expiry_date >= ${dayOf(now)}::date
      and exists (select 1 from ${coachCourses} t where t.coach_id = ${coachId} and t.course_id = c.course_id)`)
}

async function callOffAll(
  tx: Database,
  { read: { row, leave }, classes }: Awaited<ReturnType<typeof openForStep>>,
  { id: actorId, now }: Viewer,
): Promise<void> {
  for (const lesson of classes) await callOff(tx, { lesson, playerId: row.playerId, actorId, cause: leave.cause, now })
}

/** All cases of a list must be the company's. Those that were settled meanwhile are passed over. */
async function propose(
  tx: Database,
  {
    caseIds,
    coachId,
    companyId,
    adminId,
  }: { caseIds: readonly string[]; coachId: string; companyId: string; adminId: string },
  now: Date,
): Promise<number> {
  const ids = [...new Set(caseIds)]
  const own = and(inArray(coachLeaveCases.id, ids), eq(coachLeaveCases.companyId, companyId))
  await tx
    .select({ id: coachLeaveCases.id })
    .from(coachLeaveCases)
    .where(own)
    .orderBy(asc(coachLeaveCases.id))
    .for('update')
  const cases = await selectCases(tx).where(own).orderBy(asc(coachLeaveCases.id))
  if (cases.length < ids.length) throw new ApiError('leave_case_not_found')
  let proposed = 0
  for (const read of cases) {
    const { row, coach } = read
    if (faultOf('PROPOSE', read)) continue
    const found = await findSuccessor(tx, coachId, read, await listStanding(tx, row.id, now), now)
    proposed += 1
    if (row.proposedId === coachId) continue
    await tx.update(coachLeaveCases).set({ proposedId: coachId }).where(eq(coachLeaveCases.id, row.id))
    await notify(tx, {
      receiverIds: [row.playerId],
      senderId: adminId,
      category: 'invitation',
      title: `俱乐部为您推荐了 ${found.coach.nickname}`,
      content: `接替 ${coach.nickname}，教${found.courseNames.join('、')}；同意后课时照用`,
      about: about(row.id),
    })
  }
  return proposed
}

const openFirst: SQL[] = [asc(coachLeaveCases.createdAt), asc(coachLeaveCases.id)]
const latestFirst: SQL[] = [desc(coachLeaveCases.createdAt), desc(coachLeaveCases.id)]

export default plugin([
  handle(api.getLeaveCase, ({ params: { id }, user, db, now }) => readCase(db, id, { id: user.id, now })),

  handle(api.leaveSuccessors, async ({ params: { id }, user, db, now }) => {
    const read = await findCase(db, id, { id: user.id, now })
    return listSuccessors(db, read, await listStanding(db, id, now), now)
  }),

  // The new coach is asked to agree to each class. Of simultaneous choices the first one counts.
  handle(api.changeLeftCoach, ({ params: { id }, body, user, db, now }) =>
    retryOnce(
      () => db.transaction((tx) => change(tx, { ...body, id }, { id: user.id, now })),
      async (cells, isFinal) => {
        if (isFinal || !(await expireHolders(db, cells, now))) throw new ApiError('coach_busy')
      },
    ),
  ),

  handle(api.waitForCoach, ({ params: { id }, user, db, now }) =>
    db.transaction(async (tx) => {
      const viewer = { id: user.id, now }
      const opened = await openForStep(tx, id, viewer)
      if (opened.read.row.state === 'WAITING') return readCase(tx, id, viewer)
      const fault = faultOf('WAIT', opened.read)
      if (fault) throw new ApiError(fault)
      await callOffAll(tx, opened, viewer)
      await tx.update(coachLeaveCases).set({ state: 'WAITING', remindAt: null }).where(eq(coachLeaveCases.id, id))
      return readCase(tx, id, viewer)
    }),
  ),

  handleReviewed(
    api.askLeaveRefund,
    { kind: 'question', words: ({ body: { text } }) => ({ text }), about: () => undefined },
    async ({ params: { id }, body, user, db, now, request }, say) => {
      if (body.text.trim() === '') throw new ApiError('question_text_missing')
      const viewer = { id: user.id, now }
      const before = await findCase(db, id, viewer)
      if (before.row.state === 'REFUND_ASKED') return readCase(db, id, viewer)
      await say(
        (tx, { text = '' }) =>
          tx.transaction(async (inner) => {
            const opened = await openForStep(inner, id, viewer)
            const fault = faultOf('REFUND', opened.read)
            if (fault) throw new ApiError(fault)
            const { company, leave } = opened.read
            if (company.isPerson && leave.cause !== 'AWAY') throw new ApiError('leave_without_club')
            await callOffAll(inner, opened, viewer)
            const asked = { state: 'REFUND_ASKED' as const, endedAt: now, remindAt: null }
            await inner.update(coachLeaveCases).set(asked).where(eq(coachLeaveCases.id, id))
            const wish = { kind: 'leave' as const, objectId: id, text, textHash: hashOfQuestion(body.text) }
            return ask(inner, { ...wish, askerId: user.id, phone: null, address: networkOf(request.ip) }, now)
          }),
        (question) => question.id,
      )
      return readCase(db, id, viewer)
    },
  ),

  handle(api.casesOfCompany, async ({ query: { state = 'open', coachId, ...query }, admin, db, now }) => {
    const own = and(
      eq(coachLeaveCases.companyId, admin.companyId),
      coachId === undefined ? undefined : eq(coachLeaveCases.coachId, coachId),
    )
    const isOpen = eq(coachLeaveCases.state, 'OPEN')
    const { rows, total } = await pageOf(db, selectCases(db), {
      where: and(own, state === 'open' ? isOpen : not(isOpen)),
      order: state === 'open' ? openFirst : latestFirst,
      query,
      present: (row) => row,
    })
    return { rows: await presentCases(db, rows, now), total }
  }),

  handle(api.proposeCoach, ({ body, admin, db, now }) =>
    db.transaction(async (tx) => ({
      proposed: await propose(tx, { ...body, companyId: admin.companyId, adminId: admin.id }, now),
    })),
  ),
])
