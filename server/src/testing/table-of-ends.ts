import { readFileSync } from 'node:fs'
import { ApiError } from '@paidang/api/catalogue/errors'
import { beforeAll, expect, test } from 'vitest'
import { keepRows, restoreRows } from './all-rows.ts'
import { isLongRun } from './run-length.ts'
import type { TestServer } from './test-server.ts'

/** Who does it when nobody does: the jobs of that moment run. */
const CLOCK = 'clock'
/** What the jobs do; nobody else does it. */
const TIME_PASSES = 'time passes'

/** Numbers that belong to a thing, as hours and fen, and the status in which it stands. */
type State = { status: string; sums: Record<string, number> }

/**
 * A kind of thing whose ends stand in a table: in which statuses it can be met at which moments, who can come, and what they
 * can try. Everything is called over HTTP.
 */
export type KindOfThing<Thing> = {
  /** The table, one row a line: action, status, moment, actor, answer, change. */
  file: URL
  /** Makes the thing that is met in this status. */
  arrange: (status: string) => Promise<Thing>
  /** The statuses, each with the moments at which it can be met. */
  moments: Record<string, Record<string, (thing: Thing) => Date>>
  actors: readonly string[]
  actions: Record<string, (thing: Thing, actor: string) => Promise<unknown>>
  /** Runs the jobs of this kind. */
  runJobs: () => Promise<void>
  stateOf: (thing: Thing) => Promise<State>
}

type Cell = { action: string; status: string; moment: string; actor: string }
type Row = { line: number; cell: Cell; answer: string; change: string }

/** Rows of sessions that every call of somebody writes. */
const SESSIONS = ['login_sessions', 'staff_sessions']

const COLUMNS = 6

/** How a table writes that nothing changed. */
const NO_CHANGE = '-'

/** The rows of a table; `*` means every word of a column, and a comma divides several. */
function readRows(file: URL): Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'))
    .map(({ text, line }) => {
      const words = text.split('\t')
      if (words.length !== COLUMNS) throw new Error(`line ${line} has ${words.length} columns: ${text}`)
      const [action = '', status = '', moment = '', actor = '', answer = '', change = ''] = words
      return { line, cell: { action, status, moment, actor }, answer, change }
    })
}

const matches = (pattern: string, word: string) => pattern === '*' || pattern.split(',').includes(word)
const isOf = (row: Row, cell: Cell) =>
  (['action', 'status', 'moment', 'actor'] as const).every((column) => matches(row.cell[column], cell[column]))

/** What the difference of two states is called: a new status, then every number that moved. */
function changeBetween(before: State, after: State): string {
  const moved = Object.keys(after.sums).flatMap((name) => {
    const by = (after.sums[name] ?? 0) - (before.sums[name] ?? 0)
    return by === 0 ? [] : [`${name} ${by > 0 ? '+' : ''}${by}`]
  })
  return [after.status === before.status ? '' : after.status, ...moved].filter(Boolean).join(' ') || NO_CHANGE
}

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof ApiError) return error.code
      throw error
    },
  )

/**
 * Walks the whole product of actions, statuses, moments and actors of a kind. Every cell is answered by the first row that
 * fits it; a cell without a row fails, and so does a row that no cell needs. What is refused changes nothing. The invariants are
 * asked once for each row, status and actor; in the long run after every cell.
 */
export function walkEnds<Thing>(server: TestServer, kind: KindOfThing<Thing>): void {
  const rows = readRows(kind.file)
  const needed = new Set<number>()
  const asked = new Set<string>()
  const things = new Map<string, Thing>()
  const startsAt = server.clock.now()
  const cellsOf = (status: string): Cell[] =>
    Object.keys(kind.moments[status] ?? {}).flatMap((moment) => [
      ...Object.keys(kind.actions).flatMap((action) => kind.actors.map((actor) => ({ action, status, moment, actor }))),
      { action: TIME_PASSES, status, moment, actor: CLOCK },
    ])
  const statuses = Object.keys(kind.moments)

  beforeAll(async () => {
    for (const status of statuses) things.set(status, await kind.arrange(status))
    await keepRows(server.maintenance)
  })

  /** Undoes what was done; answers which tables had changed, sessions aside. */
  const undo = async () => {
    const changed = await restoreRows(server.maintenance)
    server.app.sessions.forgetAll()
    server.app.gridCache.clear()
    return changed.filter((table) => !SESSIONS.includes(table))
  }

  /** Whether what a row did is to be looked at once more: the same at another moment leaves the same. */
  const isWorthAsking = (row: Row | undefined, { status, actor }: Cell) => {
    const sameAs = [row?.line, status, actor].join()
    const isNew = isLongRun || !asked.has(sameAs)
    asked.add(sameAs)
    return isNew
  }

  const outcomeOf = async (thing: Thing, before: State, cell: Cell, row: Row | undefined) => {
    const { action, status, moment, actor } = cell
    const instantOf = kind.moments[status]?.[moment]
    const act = action === TIME_PASSES ? kind.runJobs : kind.actions[action]
    if (!instantOf || !act) throw new Error(`nobody knows ${action} at ${moment} of ${status}`)
    server.clock.set(instantOf(thing))
    const answer = await codeOf(act(thing, actor))
    // That refusals change nothing is asked of all rows at the end.
    if (answer !== 'done') return { answer, change: NO_CHANGE, broken: '' }
    const change = changeBetween(before, await kind.stateOf(thing))
    const broken = change !== NO_CHANGE && isWorthAsking(row, cell) ? await server.brokenInvariants() : []
    await undo()
    return { answer, change, broken: broken.map(({ name }) => name).join('; ') }
  }

  test.each(statuses)('%s', { timeout: 60_000 }, async (status) => {
    const thing = things.get(status)
    if (!thing) throw new Error(`nothing is ${status}`)
    const before = await kind.stateOf(thing)
    const wrong: string[] = []
    for (const cell of cellsOf(status)) {
      const row = rows.find((one) => isOf(one, cell))
      if (row) needed.add(row.line)
      const { answer, change, broken } = await outcomeOf(thing, before, cell, row)
      if (row?.answer === answer && row.change === change && broken === '') continue
      const wanted = row ? `line ${row.line}: ${row.answer} ${row.change}` : 'no row'
      wrong.push([cell.action, cell.status, cell.moment, cell.actor, answer, change, wanted, broken].join(' | '))
    }
    expect(wrong).toEqual([])
    // What was done has been undone: whatever is left was changed by a refusal.
    expect(await undo()).toEqual([])
    server.clock.set(startsAt)
  })

  test('no row is without a cell', () => {
    expect(rows.filter(({ line }) => !needed.has(line)).map(({ line, cell }) => [line, cell])).toEqual([])
  })
}
