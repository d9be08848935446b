import { createHash } from 'node:crypto'
import * as api from '@paidang/api/areas/activities/roster'
import { ApiError } from '@paidang/api/catalogue/errors'

import { isWritten, type JudgedRow, rowKey, sumsOf } from '@paidang/domain/areas/activities/roster/import-rows'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { and, asc, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { isClosedAccount } from '../../../db/faults.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { acceptUploads } from '../../../http/upload.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { rosterImportRows, rosterImports, rosterStudents } from '../../../tables/roster.ts'
import { notify } from '../../ground/messages/notify.ts'
import { takeBackContracts } from '../../money/contracts/ledger.ts'
import { endUnclaimed, lockPeople } from '../../people/profile/unclaimed.ts'
import { type LockedCompany, lockOwnCompany } from '../../places/companies/lock-own-company.ts'
import {
  type Batch,
  findBatch,
  judgeBatch,
  listUndoable,
  presentBatches,
  presentDetail,
  presentJudged,
} from './import-rows.ts'
import { writeRoster } from './write-roster.ts'

const FIRST_PAGE = { current: 1, rows: 10 }

/** The batch of this very file, unless rows of it may come again. */
async function findFile(db: Database, companyId: string, fileHash: string): Promise<Batch | undefined> {
  const same = and(
    eq(rosterImports.companyId, companyId),
    eq(rosterImports.fileHash, fileHash),
    ne(rosterImports.state, 'UNDONE'),
  )
  const [batch] = await db.select().from(rosterImports).where(same)
  return batch
}

/** The file is read before the company is locked. Of two uploads of one file at once, the second opens the first. */
async function upload({ query, file, admin, db, now, app, request }: Handled<typeof api.uploadRoster>) {
  const { companyId, id: uploadedBy } = admin
  const fileHash = createHash('sha256').update(file.bytes).digest('hex')
  const known = await findFile(db, companyId, fileHash)
  if (known) return presentDetail(db, known, { ...FIRST_PAGE, now, isKnownFile: true })
  const rows = await app.makeExport(request, 'rosterRows', { bytes: file.bytes })
  const made = await db.transaction(async (tx) => {
    await lockOwnCompany(tx, companyId, uploadedBy)
    const earlier = await findFile(tx, companyId, fileHash)
    if (earlier) return { batch: earlier, isKnownFile: true }
    const [last] = await tx
      .select({ number: sql<number>`coalesce(max(${rosterImports.number}), 0)`.mapWith(Number) })
      .from(rosterImports)
      .where(eq(rosterImports.companyId, companyId))
    const { fileName } = query
    const batch = { companyId, number: (last?.number ?? 0) + 1, fileName, fileHash, uploadedBy, createdAt: now }
    const [row] = await tx.insert(rosterImports).values(batch).returning()
    if (!row) throw new Error('the insert of a table answered no row')
    await tx.execute(sql`
      insert into ${rosterImportRows} (import_id, line, cells)
      select ${row.id}::bigint, line, cells from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(line int, cells jsonb)`)
    return { batch: row, isKnownFile: false }
  })
  return presentDetail(db, made.batch, { ...FIRST_PAGE, now, isKnownFile: made.isKnownFile })
}

/** Locks the company and then its table, so that tables of one company are written one after the other. */
async function lockBatch(tx: Database, { id, admin }: { id: string; admin: { id: string; companyId: string } }) {
  const company = await lockOwnCompany(tx, admin.companyId, admin.id)
  await tx.select({ id: rosterImports.id }).from(rosterImports).where(eq(rosterImports.id, id)).for('update')
  return { company, batch: await findBatch(tx, { id, companyId: admin.companyId }) }
}

function changeCell({
  params: { id },
  body: { line, column, text },
  admin,
  db,
  now,
}: Handled<typeof api.changeImportCell>) {
  return db.transaction(async (tx) => {
    const { batch } = await lockBatch(tx, { id, admin })
    if (batch.state !== 'DRAFT')
      throw new ApiError(batch.state === 'UNDONE' ? 'roster_import_undone' : 'roster_import_confirmed')
    const { rowCount } = await tx
      .update(rosterImportRows)
      .set({ cells: sql`jsonb_set(${rosterImportRows.cells}, array[${column}], to_jsonb(${text.trim()}::text))` })
      .where(and(eq(rosterImportRows.importId, id), eq(rosterImportRows.line, line)))
    if (!rowCount) throw new ApiError('roster_import_not_found')
    const row = (await judgeBatch(tx, batch, now)).rows.find((one) => one.line === line)
    if (!row) throw new Error('a row vanished inside its transaction')
    return presentJudged(row)
  })
}

type Writing = { batch: Batch; company: LockedCompany; actorId: string; now: Date }

/** Writes the rows that can be written, and keeps with every row what became of it. */
async function write(
  tx: Database,
  rows: readonly JudgedRow[],
  { batch, company, actorId, now }: Writing,
): Promise<void> {
  const { id, number } = batch
  const entries = rows.filter(isWritten).flatMap(({ line, values, known }) =>
    values
      ? [
          {
            line,
            values,
            grant: values,
            reason: `从表格导入：批次 #${number} 第 ${line} 行`,
            ...(known && { known }),
          },
        ]
      : [],
  )
  const written = await writeRoster(tx, entries, { companyId: company.id, actorId, now })
  const ends = new Map(entries.map(({ line }, at) => [line, written[at]]))
  const results = rows.map(({ line, result, note, values }) => ({
    ...{ line, result, note, rowKey: values ? rowKey(values) : null },
    ...ends.get(line),
  }))
  await tx.execute(sql`
    update ${rosterImportRows} r set result = e.result, note = e.note, row_key = e."rowKey",
      student_id = e."studentId", contract_id = e."contractId"
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as e(line int, result text, note text, "rowKey" text,
      "studentId" bigint, "contractId" bigint)
    where r.import_id = ${id} and r.line = e.line`)
  const contractOf = new Map(written.map(({ studentId, contractId }) => [studentId, contractId ?? '']))
  const added = new Map<string, number>()
  for (const { known, values } of rows)
    if (known && values) added.set(known.userId, (added.get(known.userId) ?? 0) + values.sessions)
  for (const [studentId, sessions] of added)
    await notify(tx, {
      receiverIds: [studentId],
      senderId: actorId,
      category: 'classNotice',
      title: '俱乐部给您加了课时',
      content: `${company.companyName} 给您加了 ${lessonHoursText(sessions)} 课时，请核对`,
      about: { kind: 'contract', id: contractOf.get(studentId) ?? '' },
    })
}

/** All rows or none: one transaction. What was seen is compared under the lock of the company. */
function confirmOnce({ params: { id }, body: seen, admin, db, now }: Handled<typeof api.confirmImport>) {
  return db.transaction(async (tx) => {
    const { batch, company } = await lockBatch(tx, { id, admin })
    if (batch.state === 'UNDONE') throw new ApiError('roster_import_undone')
    if (batch.state === 'DRAFT') {
      const { rows } = await judgeBatch(tx, batch, now)
      const { written } = sumsOf(rows)
      if (written.rows !== seen.rows || written.sessions !== seen.sessions)
        throw new ApiError('roster_import_changed', { data: written })
      if (written.rows === 0) throw new ApiError('roster_nothing_to_write')
      await write(tx, rows, { batch, company, actorId: admin.id, now })
      await tx
        .update(rosterImports)
        .set({
          state: 'WRITTEN',
          confirmedBy: admin.id,
          confirmedAt: now,
          // Rows that are written count as duplicates when the file comes again.
          ...(rows.some(({ result }) => result === 'FAULTY') && { fileHash: null }),
        })
        .where(eq(rosterImports.id, id))
    }
    return presentOne(tx, id)
  })
}

/** A student who is claimed, or closes the account, while the table is written is somebody else at the next try. */
const confirm = (handled: Handled<typeof api.confirmImport>) =>
  confirmOnce(handled).catch((error: unknown) => {
    if (isClosedAccount(error)) return confirmOnce(handled)
    throw error
  })

async function presentOne(tx: Database, id: string) {
  const [present] = await presentBatches(tx, await tx.select().from(rosterImports).where(eq(rosterImports.id, id)))
  if (!present) throw new Error('a batch vanished inside its transaction')
  return present
}

/** Ends a table whose rows were never written, and deletes them. The file may be uploaded again. */
async function giveUp(tx: Database, id: string, { actorId, now }: { actorId: string; now: Date }): Promise<void> {
  await tx.delete(rosterImportRows).where(eq(rosterImportRows.importId, id))
  const ended = { state: 'UNDONE' as const, confirmedBy: actorId, confirmedAt: now, undoneAt: now }
  await tx.update(rosterImports).set(ended).where(eq(rosterImports.id, id))
}

/** The job that gives up what nobody confirmed: its names and numbers belong to nobody's student. */
export function cleanupDrafts({ db, now, signal, onFault }: JobContext): Promise<void> {
  const isOld = and(eq(rosterImports.state, 'DRAFT'), lt(rosterImports.createdAt, keptSince('rosterDrafts', now)))
  return processEach({
    signal,
    onFault,
    what: 'table of students',
    list: ({ afterId, limit }) =>
      db
        .select({ id: rosterImports.id })
        .from(rosterImports)
        .where(and(isOld, gt(rosterImports.id, afterId)))
        .orderBy(asc(rosterImports.id))
        .limit(limit),
    each: ({ id }) =>
      db.transaction(async (tx) => {
        // Whoever confirms it at this moment holds it, and it is no draft after that.
        const [draft] = await tx
          .select({ actorId: rosterImports.uploadedBy })
          .from(rosterImports)
          .where(and(isOld, eq(rosterImports.id, id)))
          .for('update')
        if (draft) await giveUp(tx, id, { ...draft, now })
      }),
  })
}

/**
 * The students are locked before their contracts are looked at, so that a class which is booked meanwhile is seen here, or
 * finds that its student is gone.
 */
function undo({ params: { id }, body: seen, admin, db, now }: Handled<typeof api.undoImport>) {
  return db.transaction(async (tx) => {
    const { batch } = await lockBatch(tx, { id, admin })
    if (batch.state === 'UNDONE') return presentOne(tx, id)
    if (batch.state === 'DRAFT') {
      await giveUp(tx, id, { actorId: admin.id, now })
      return presentOne(tx, id)
    }
    await lockPeople(tx, [...new Set((await listUndoable(tx, id)).map(({ studentId }) => studentId))])
    const rows = await listUndoable(tx, id)
    const sum = { rows: rows.length, sessions: rows.reduce((hours, { sessions }) => hours + Number(sessions), 0) }
    if (sum.rows === 0) {
      if (seen.rows === 0) return presentOne(tx, id)
      throw new ApiError('roster_nothing_to_undo')
    }
    if (sum.rows !== seen.rows || sum.sessions !== seen.sessions)
      throw new ApiError('roster_import_changed', { data: sum })
    const studentIds = [...new Set(rows.map(({ studentId }) => studentId))]
    const reason = `撤销导入：批次 #${batch.number}`
    const contractIds = rows.map(({ contractId }) => contractId)
    await takeBackContracts(tx, contractIds, { actorId: admin.id, reason, now })
    await tx
      .update(rosterStudents)
      .set({ state: 'WITHDRAWN', phone: '', answeredAt: now, codeHash: null, codeExpiresAt: null })
      .where(inArray(rosterStudents.userId, studentIds))
    await tx.delete(studentRelations).where(inArray(studentRelations.playerId, studentIds))
    await endUnclaimed(tx, studentIds, now)
    const lines = rows.map(({ line }) => line)
    const undone = and(eq(rosterImportRows.importId, id), inArray(rosterImportRows.line, lines))
    // The number of who was taken back goes.
    const cells = sql`jsonb_set(${rosterImportRows.cells}, '{phone}', to_jsonb('已删除'::text))`
    await tx.update(rosterImportRows).set({ undoneAt: now, rowKey: null, cells }).where(undone)
    const left = and(
      eq(rosterImportRows.importId, id),
      sql`${rosterImportRows.contractId} is not null and ${rosterImportRows.undoneAt} is null`,
    )
    const isWhole = (await tx.$count(rosterImportRows, left)) === 0
    await tx
      .update(rosterImports)
      .set(isWhole ? { state: 'UNDONE', undoneAt: now } : { fileHash: null })
      .where(eq(rosterImports.id, id))
    return presentOne(tx, id)
  })
}

const calls = plugin([
  handle(api.importTemplate, ({ admin: { companyId }, request, app }) =>
    app.makeExport(request, 'rosterTemplate', { companyId }),
  ),

  handle(api.uploadRoster, upload),

  handle(api.listImports, async ({ query, admin: { companyId }, db }) => {
    const page = await pageOf(db, db.select().from(rosterImports).$dynamic(), {
      where: eq(rosterImports.companyId, companyId),
      order: [desc(rosterImports.number)],
      query,
      present: (row) => row,
    })
    return { rows: await presentBatches(db, page.rows), total: page.total }
  }),

  handle(api.readImport, async ({ params: { id }, query, admin: { companyId }, db, now }) =>
    presentDetail(db, await findBatch(db, { id, companyId }), { ...query, now }),
  ),

  handle(api.changeImportCell, changeCell),
  handle(api.confirmImport, confirm),
  handle(api.undoImport, undo),

  handle(api.exportCompany, ({ admin: { companyId }, now, request, app }) =>
    app.makeExport(request, 'companyRoster', { companyId, now }),
  ),
])

export default async (app: FastifyInstance) => {
  await acceptUploads(app)
  await calls(app)
}
