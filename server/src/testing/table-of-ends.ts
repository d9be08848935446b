import { readFileSync } from 'node:fs'
import { ApiError } from '@paidang/api/catalogue/errors'
import { beforeAll, expect, test } from 'vitest'
import { restoreRows, saveRows } from './all-rows.ts'
import { isLongRun } from './run-length.ts'
import type { TestServer } from './test-server.ts'

/** The actor of time: the jobs of that moment run. */
const CLOCK = 'clock'
/** The action of the jobs. Only the clock has it. */
const TIME_PASSES = 'time passes'

/** The status of a thing, and the numbers that belong to it, such as hours and fen. */
type State = { status: string; sums: Record<string, number> }

/**
 * A kind of thing whose ends are listed in a table. It names the statuses with their moments, the actors and the
 * actions. Everything is called over HTTP.
 */
export type KindOfThing<Thing> = {
  /** The table, one row per line: action, status, moment, actor, answer, change. */
  file: URL
  /** Creates a thing in this status. */
  arrange: (status: string) => Promise<Thing>
  /** The statuses, each with the moments at which a thing can have it. */
  moments: Record<string, Record<string, (thing: Thing) => Date>>
  actors: readonly string[]
  actions: Record<string, (thing: Thing, actor: string) => Promise<unknown>>
  /** Runs the jobs of this kind. */
  runJobs: () => Promise<void>
  stateOf: (thing: Thing) => Promise<State>
}

type Cell = { action: string; status: string; moment: string; actor: string }
type Row = { line: number; cell: Cell; answer: string; change: string }

/** Session tables, which every call of a user changes. */
const SESSIONS = ['login_sessions', 'staff_sessions']

const COLUMNS = 6

/** The notation for "nothing changed" in a table. */
const NO_CHANGE = '-'

/** The rows of a table. `*` means every value of a column, and a comma separates several. */
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

/** The difference of two states as text: a new status, then every number that changed. */
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
 * Tests every combination of action, status, moment and actor of a kind. The first matching row gives the expected
 * result of a cell. A cell without a row fails, and so does a row that no cell needs. A refused action changes nothing.
 * The usual run checks the invariants once for each row, status and actor. The long run checks them after every cell.
 */
export function checkEveryCell<Thing>(server: TestServer, kind: KindOfThing<Thing>): void {
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
    await saveRows(server.maintenance)
  })

  /** Undoes an action. @returns the tables that had changed, except sessions */
  const undo = async () => {
    const changed = await restoreRows(server.maintenance)
    server.app.sessions.forgetAll()
    server.app.gridCache.clear()
    return changed.filter((table) => !SESSIONS.includes(table))
  }

  /** Whether to check the invariants after a cell. The same row at another moment leaves the same state. */
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
    // One check at the end covers all refusals: they change nothing.
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
      const input = row ? `line ${row.line}: ${row.answer} ${row.change}` : 'no row'
      wrong.push([cell.action, cell.status, cell.moment, cell.actor, answer, change, input, broken].join(' | '))
    }
    expect(wrong).toEqual([])
    // All allowed actions have been undone, so a refusal caused any remaining change.
    expect(await undo()).toEqual([])
    server.clock.set(startsAt)
  })

  test('every row has a cell', () => {
    expect(rows.filter(({ line }) => !needed.has(line)).map(({ line, cell }) => [line, cell])).toEqual([])
  })
}
