import { createHash } from 'node:crypto'
import * as api from '@paidang/api/areas/activities/questions'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  answerFault,
  QUESTIONS_A_DAY,
  type QuestionKind,
  questionTimes,
} from '@paidang/domain/areas/activities/questions/question'
import { type Day, dayOf, formatDateTime, monthDotDay } from '@paidang/domain/kernel/day'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import { and, asc, desc, eq, gt, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { networkOf } from '../../../http/network-of.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach, processInBatches } from '../../../jobs/process-each.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { coachLeaveCases } from '../../../tables/coach-leaves.ts'
import { companies, companyMembers, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { adverts } from '../../../tables/home.ts'
import { users } from '../../../tables/identities.ts'
import { questionCounts, questions } from '../../../tables/questions.ts'
import { readIsBlocked } from '../../ground/blacklist/read-blocked.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { notify } from '../../ground/messages/notify.ts'
import { lockPerson } from '../../people/profile/profile-row.ts'

type Row = typeof questions.$inferSelect

/** Who reads or answers. The admin in the console has left their own company's door open to nobody else's. */
type Viewer = { id: string; now: Date; companyId?: string }

const about = (id: string) => ({ kind: 'question', id }) as const
const isOpen = eq(questions.state, 'OPEN')
const dueText = (at: Date) => `${monthDotDay(dayOf(at))} ${formatDateTime(at).slice(11, 16)}`

const coaches = alias(users, 'coaches')
const answerers = alias(users, 'answerers')
/** A coach answers while they teach for the company. */
const isStillThere = sql<boolean>`exists (select 1 from ${companyMembers} m
  where m.company_id = ${questions.companyId} and m.user_id = ${questions.coachId})`

/** What a question is about, by its present name. */
const nameOfThing = sql<string>`coalesce(case ${questions.kind}
  when 'coach' then (select u.nickname from ${users} u where u.id = ${questions.objectId})
  when 'course' then (select c.course_name from ${courses} c where c.id = ${questions.objectId})
  when 'validity' then (select x.course_name || ' 延长有效期' from ${contracts} c join ${courses} x on x.id = c.course_id
    where c.id = ${questions.objectId})
  when 'leave' then (select u.nickname || ' 的课退课' || coalesce('（已换成 ' || successor.nickname || '）', '')
    from ${coachLeaveCases} k join ${users} u on u.id = k.coach_id left join ${users} successor on successor.id = k.new_coach_id
    where k.id = ${questions.objectId})
  else (select a.title from ${adverts} a where a.id = ${questions.objectId}) end, '')`

function selectQuestions(db: Database) {
  return db
    .select({
      question: questions,
      about: nameOfThing,
      company: { id: companies.id, name: companies.companyName },
      adminId: companies.adminId,
      coach: { id: coaches.id, nickname: coaches.nickname, avatar: coaches.avatar },
      asker: { id: users.id, nickname: users.nickname, avatar: users.avatar },
      answeredBy: answerers.nickname,
      isStillThere,
    })
    .from(questions)
    .innerJoin(companies, eq(companies.id, questions.companyId))
    .leftJoin(coaches, eq(coaches.id, questions.coachId))
    .leftJoin(users, eq(users.id, questions.askerId))
    .leftJoin(answerers, eq(answerers.id, questions.answeredBy))
    .$dynamic()
}

type Read = Awaited<ReturnType<typeof selectQuestions>>[number]

const mayAnswerTo = ({ question, adminId, isStillThere }: Read, { id }: Viewer) =>
  adminId === id || (question.coachId === id && isStillThere)

/** A guest's number is for who answers alone. */
function present(row: Read, viewer: Viewer): api.Question {
  const { question, about, company, coach, asker, answeredBy } = row
  const { id, state, kind, objectId, phone, text, answer, dueAt, createdAt, endedAt } = question
  const isAnswerer = mayAnswerTo(row, viewer)
  return {
    ...{ id, state, kind, objectId, about, company, coach, asker, text, answer, answeredBy },
    phone: isAnswerer ? phone : null,
    isLate: state === 'OPEN' && dueAt <= viewer.now,
    mayAnswer: isAnswerer && state === 'OPEN',
    dueAt: dueAt.toISOString(),
    createTime: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

/** @throws ApiError question_not_found, also for who has no part in it */
async function findRead(db: Database, id: string, viewer: Viewer): Promise<Read> {
  const [row] = await selectQuestions(db).where(eq(questions.id, id))
  const isOfCompany = viewer.companyId === undefined || row?.company.id === viewer.companyId
  if (!row || !isOfCompany || !(row.asker?.id === viewer.id || mayAnswerTo(row, viewer)))
    throw new ApiError('question_not_found')
  return row
}

const readQuestion = async (db: Database, id: string, viewer: Viewer) => present(await findRead(db, id, viewer), viewer)

type Host = { companyId: string; coachId: string | null; adminId: string }

/** Who answers about a coach: the coach, and the admin of their club, or of their own company without one. */
async function hostOfCoach(tx: Database, coachId: string, now: Date): Promise<Host> {
  const found = and(eq(users.id, coachId), ne(users.userType, 0), isNull(users.closedAt))
  const [coach] = await tx
    .select({ isSuspended: sql<boolean>`${isSuspended(coachId, now)}` })
    .from(users)
    .where(found)
  if (!coach || coach.isSuspended) throw new ApiError('coach_not_found')
  const [company] = await tx
    .select({ companyId: companies.id, adminId: companies.adminId })
    .from(companyMembers)
    .innerJoin(companies, and(eq(companies.id, companyMembers.companyId), isNull(companies.closedAt)))
    .where(eq(companyMembers.userId, coachId))
    .orderBy(asc(companies.isPerson), asc(companies.id))
    .limit(1)
  if (!company) throw new ApiError('question_without_club')
  return { ...company, coachId }
}

async function hostOfCourse(tx: Database, courseId: string): Promise<Host> {
  const [course] = await tx
    .select({ companyId: companies.id, adminId: companies.adminId })
    .from(courses)
    .innerJoin(companies, and(eq(companies.id, courses.companyId), isNull(companies.closedAt)))
    .where(and(eq(courses.id, courseId), eq(courses.delFlag, false)))
  if (!course) throw new ApiError('course_not_found')
  return { ...course, coachId: null }
}

async function hostOfAdvert(tx: Database, advertId: string, now: Date): Promise<Host> {
  const runs = and(lte(adverts.beginsAt, now), gt(adverts.endsAt, now), isNull(adverts.goneAt))
  const [advert] = await tx
    .select({ companyId: companies.id, adminId: companies.adminId })
    .from(adverts)
    .leftJoin(companies, and(eq(companies.id, adverts.companyId), isNull(companies.closedAt)))
    .where(and(eq(adverts.id, advertId), runs))
  if (!advert) throw new ApiError('advert_not_found')
  const { companyId, adminId } = advert
  if (companyId === null || adminId === null) throw new ApiError('question_without_club')
  return { companyId, adminId, coachId: null }
}

/** The company of a contract that is the asker's and can still be used. */
async function hostOfContract(tx: Database, contractId: string, now: Date, askerId: string | null): Promise<Host> {
  const [found] = await tx
    .select({ companyId: companies.id, adminId: companies.adminId, isUsable: isUsableOn(dayOf(now)) })
    .from(contracts)
    .innerJoin(companies, and(eq(companies.id, contracts.companyId), isNull(companies.closedAt)))
    .where(and(eq(contracts.id, contractId), sql`${contracts.userId} = ${askerId}`))
  if (!found) throw new ApiError('contract_not_found')
  const { isUsable, ...company } = found
  if (!isUsable) throw new ApiError('question_of_contract_expired')
  return { ...company, coachId: null }
}

const isUsableOn = (today: Day) =>
  sql<boolean>`(${contracts.remainingSessions} > 0 and ${contracts.expiryDate} >= ${today}::date)`

/** The company of a case of a coach who left. Its area has looked at who asks. */
async function hostOfLeave(tx: Database, caseId: string): Promise<Host> {
  const [found] = await tx
    .select({ companyId: companies.id, adminId: companies.adminId })
    .from(coachLeaveCases)
    .innerJoin(companies, and(eq(companies.id, coachLeaveCases.companyId), isNull(companies.closedAt)))
    .where(eq(coachLeaveCases.id, caseId))
  if (!found) throw new ApiError('leave_without_club')
  return { ...found, coachId: null }
}

const HOSTS: Record<QuestionKind, (tx: Database, id: string, now: Date, askerId: string | null) => Promise<Host>> = {
  coach: hostOfCoach,
  course: hostOfCourse,
  advert: hostOfAdvert,
  validity: hostOfContract,
  leave: hostOfLeave,
}

/** Counts one question of a key today. @throws ApiError questions_too_many */
async function count(tx: Database, key: string, most: number, now: Date): Promise<void> {
  const [counted] = await tx
    .insert(questionCounts)
    .values({ key, day: dayOf(now), questions: 1 })
    .onConflictDoUpdate({
      target: [questionCounts.key, questionCounts.day],
      set: { questions: sql`${questionCounts.questions} + 1` },
      setWhere: lt(questionCounts.questions, most),
    })
    .returning({ questions: questionCounts.questions })
  if (!counted) throw new ApiError('questions_too_many')
}

type Wish = {
  kind: QuestionKind
  objectId: string
  /** The words as others read them, and a hash of them as typed. */
  text: string
  textHash: string
  askerId: string | null
  phone: string | null
  address: string
}

/**
 * Of simultaneous presses one inserts, by a unique index, and the others answer its row. Only what was inserted counts
 * against the limits of the day, in the same transaction. Keys are counted in one order.
 */
export async function ask(tx: Database, wish: Wish, now: Date): Promise<Row> {
  const { address, ...asked } = wish
  if (wish.askerId !== null) await lockPerson(tx, wish.askerId)
  const { adminId, ...host } = await HOSTS[wish.kind](tx, wish.objectId, now, wish.askerId)
  if (wish.askerId !== null && [adminId, host.coachId].includes(wish.askerId)) throw new ApiError('question_to_oneself')
  if (wish.askerId !== null && (await readIsBlocked(tx, host.coachId ?? adminId, wish.askerId)))
    throw new ApiError('coach_unavailable')
  const [made] = await tx
    .insert(questions)
    .values({ ...asked, ...host, ...questionTimes(now), createdAt: now })
    .onConflictDoNothing()
    .returning()
  if (!made) {
    const who = wish.askerId === null ? eq(questions.phone, wish.phone ?? '') : eq(questions.askerId, wish.askerId)
    const same = and(who, eq(questions.kind, wish.kind), eq(questions.objectId, wish.objectId), isOpen)
    const open = await tx.select().from(questions).where(same)
    const repeated = open.find(({ textHash }) => textHash === wish.textHash)
    if (!repeated) throw new ApiError('question_open')
    return repeated
  }
  await count(tx, `address:${address}`, QUESTIONS_A_DAY.address, now)
  if (wish.askerId !== null) await count(tx, `person:${wish.askerId}`, QUESTIONS_A_DAY.person, now)
  if (wish.phone !== null) await count(tx, `phone:${wish.phone}`, QUESTIONS_A_DAY.phone, now)
  const [{ name } = { name: '' }] = await tx
    .select({ name: nameOfThing })
    .from(questions)
    .where(eq(questions.id, made.id))
  await notify(tx, {
    receiverIds: [host.coachId, adminId].flatMap((id) => id ?? []),
    senderId: wish.askerId,
    category: 'invitation',
    title: titleOf(wish, name),
    content: `${wish.text}（${dueText(made.dueAt)} 前答复）`,
    about: about(made.id),
  })
  return made
}

function titleOf({ kind, askerId }: Wish, name: string): string {
  if (kind === 'validity' || kind === 'leave') return `学员申请：${name}`
  return askerId === null ? `访客咨询「${name}」，等您回电话` : `有人咨询「${name}」`
}

export const hashOfQuestion = (text: string) => createHash('sha256').update(text.trim()).digest('hex')

/** The number of a guest. @throws ApiError question_phone_missing, phone_invalid */
function phoneOf(typed: string): string {
  const phone = plainPhone(typed)
  if (phone === '') throw new ApiError('question_phone_missing')
  if (!isMobile(phone)) throw new ApiError('phone_invalid')
  return phone
}

/**
 * Coach and admin may answer at the same moment: the row is locked, one acts, and the other is told. The same answer by
 * the same person again is answered as before.
 */
async function answer(tx: Database, id: string, text: string | undefined, viewer: Viewer): Promise<api.Question> {
  await tx.select({ id: questions.id }).from(questions).where(eq(questions.id, id)).for('update')
  const read = await findRead(tx, id, viewer)
  if (!mayAnswerTo(read, viewer)) throw new ApiError('question_not_found')
  const { question } = read
  const isCalled = text === undefined
  const isRepeat =
    question.answeredBy === viewer.id && (isCalled ? question.state === 'CALLED' : question.answer === text.trim())
  if (isRepeat) return present(read, viewer)
  const fault = answerFault(
    { state: question.state, isOfGuest: question.phone !== null },
    isCalled ? 'called' : { text },
  )
  if (fault) throw new ApiError(fault)
  const words = isCalled ? '' : text.trim()
  await tx
    .update(questions)
    .set({ state: isCalled ? 'CALLED' : 'ANSWERED', answer: words, answeredBy: viewer.id, endedAt: viewer.now })
    .where(eq(questions.id, id))
  if (question.askerId !== null) {
    await notify(tx, {
      receiverIds: [question.askerId],
      senderId: viewer.id,
      category: 'classNotice',
      title: `您咨询的「${read.about}」有答复了`,
      content: words,
      about: about(id),
    })
  }
  return readQuestion(tx, id, viewer)
}

/** Reminds once who answers of what is overdue, later makes it the club's task, and closes at last what nobody answered. */
async function tend(tx: Database, id: string, now: Date): Promise<void> {
  const [question] = await tx
    .select()
    .from(questions)
    .where(and(eq(questions.id, id), isOpen))
    .for('update')
  if (!question) return
  const [read] = await selectQuestions(tx).where(eq(questions.id, id))
  if (!read) return
  const { adminId, about: name, isStillThere } = read
  const asking = { senderId: null, category: 'systemNotice', about: about(id) } as const
  if (question.closesAt <= now) {
    await tx.update(questions).set({ state: 'CLOSED', endedAt: now }).where(eq(questions.id, id))
    if (question.askerId === null) return
    const content = '对方暂时没有答复，可以再问一次，或看看其他教练'
    return notify(tx, { ...asking, receiverIds: [question.askerId], title: `您咨询的「${name}」没有等到答复`, content })
  }
  if (question.clubAt <= now && question.clubToldAt === null) {
    await tx
      .update(questions)
      .set({ clubToldAt: now, remindedAt: question.remindedAt ?? now })
      .where(eq(questions.id, id))
    const title = `「${name}」的咨询一直没有人答复`
    return notify(tx, { ...asking, receiverIds: [adminId], title, content: `请俱乐部处理：${question.text}` })
  }
  if (question.remindedAt !== null) return
  await tx.update(questions).set({ remindedAt: now }).where(eq(questions.id, id))
  const receiverId = isStillThere && question.coachId !== null ? question.coachId : adminId
  await notify(tx, {
    ...asking,
    receiverIds: [receiverId],
    title: `「${name}」的咨询已过答复时间`,
    content: question.text,
  })
}

export async function tendQuestions({ db, now, signal, onFault }: JobContext): Promise<void> {
  const isDue = or(
    isNull(questions.remindedAt),
    and(isNull(questions.clubToldAt), lte(questions.clubAt, now)),
    lte(questions.closesAt, now),
  )
  await processEach({
    list: ({ afterId, limit }) =>
      db
        .select({ id: questions.id })
        .from(questions)
        .where(and(isOpen, lte(questions.dueAt, now), isDue, gt(questions.id, afterId)))
        .orderBy(questions.id)
        .limit(limit),
    each: ({ id }) => db.transaction((tx) => tend(tx, id, now)),
    what: 'question',
    signal,
    onFault,
  })
}

type Parties = { playerId: string; coachId: string; companyId: string }

/** Closes what a student asked for who takes another coach after all (退课), and tells the club. */
export async function withdrawLeaveQuestions(tx: Database, parties: Parties, viewer: Viewer): Promise<void> {
  const { playerId, coachId, companyId } = parties
  const isOfCases = sql`${questions.objectId} in (select k.id from ${coachLeaveCases} k
    where k.player_id = ${playerId} and k.coach_id = ${coachId} and k.company_id = ${companyId})`
  const closed = await tx
    .update(questions)
    .set({ state: 'CLOSED', endedAt: viewer.now })
    .where(and(eq(questions.companyId, companyId), eq(questions.kind, 'leave'), isOpen, isOfCases))
    .returning({ id: questions.id })
  for (const { id } of closed) {
    const [read] = await selectQuestions(tx).where(eq(questions.id, id))
    if (!read) throw new Error('a question vanished inside its transaction')
    await notify(tx, {
      receiverIds: [read.adminId],
      senderId: viewer.id,
      category: 'classNotice',
      title: `学员撤回了申请：${read.about}`,
      content: read.question.text,
      about: about(id),
    })
  }
}

/** Deletes what ended long ago, with the numbers of guests, and the counts of earlier days. */
export async function cleanupQuestions({ db, now, signal }: JobContext): Promise<void> {
  await db.delete(questionCounts).where(lt(questionCounts.day, dayOf(now)))
  await processInBatches(signal, async (limit) => {
    const { rowCount } = await db.execute(sql`
      delete from ${questions} where id in (
        select id from ${questions} where ended_at < ${keptSince('questions', now)} limit ${limit} for update skip locked)`)
    return rowCount ?? 0
  })
}

/** Deletes what a person asked who closes the account. What they were asked is left to the club. */
export async function forgetQuestions(tx: Database, userId: string): Promise<void> {
  await tx.delete(questions).where(eq(questions.askerId, userId))
  await tx
    .update(questions)
    .set({ coachId: null })
    .where(and(eq(questions.coachId, userId), isOpen))
  await tx.delete(questionCounts).where(eq(questionCounts.key, `person:${userId}`))
}

export default plugin([
  handleReviewed(
    api.askQuestion,
    { kind: 'question', words: ({ body: { text } }) => ({ text }), about: () => undefined },
    async ({ body, user, now, request }, say) => {
      if (body.text.trim() === '') throw new ApiError('question_text_missing')
      const phone = user ? null : phoneOf(body.phone ?? '')
      const { kind, objectId } = body
      const wish = { kind, objectId, phone, askerId: user?.id ?? null, textHash: hashOfQuestion(body.text) }
      const address = networkOf(request.ip)
      const { id, dueAt } = await say(
        (tx, { text = '' }) => tx.transaction((inner) => ask(inner, { ...wish, text, address }, now)),
        (made) => made.id,
      )
      return { id: user ? id : null, dueAt: dueAt.toISOString() }
    },
  ),

  handle(api.getQuestion, ({ params: { id }, user, db, now }) => readQuestion(db, id, { id: user.id, now })),

  handleReviewed(
    api.answerQuestion,
    { kind: 'question', words: ({ body: { answer: text } }) => ({ answer: text }), about: ({ params }) => params.id },
    ({ params: { id }, body, user, now }, say) =>
      say((tx, words) =>
        tx.transaction((inner) =>
          answer(inner, id, body.answer === undefined ? undefined : (words.answer ?? ''), { id: user.id, now }),
        ),
      ),
  ),

  handle(api.questionsOfCompany, ({ query: { state = 'open', ...query }, admin, db, now }) => {
    const own = eq(questions.companyId, admin.companyId)
    const ended: SQL[] = [desc(questions.endedAt), desc(questions.id)]
    return pageOf(db, selectQuestions(db), {
      where: state === 'open' ? and(own, isOpen) : and(own, ne(questions.state, 'OPEN')),
      order: state === 'open' ? [asc(questions.dueAt), asc(questions.id)] : ended,
      query,
      present: (row) => present(row, { id: admin.id, now }),
    })
  }),

  handleReviewed(
    api.answerCompanyQuestion,
    { kind: 'question', words: ({ body: { answer: text } }) => ({ answer: text }), about: ({ params }) => params.id },
    ({ params: { id }, body, admin, now }, say) =>
      say((tx, words) =>
        tx.transaction((inner) =>
          answer(inner, id, body.answer === undefined ? undefined : (words.answer ?? ''), {
            id: admin.id,
            companyId: admin.companyId,
            now,
          }),
        ),
      ),
  ),
])
