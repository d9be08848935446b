import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classCommands } from '../../../testing/model/class-commands.ts'
import { checkAllGrids } from '../../../testing/model/class-watching.ts'
import type { Model, Tally } from '../../../testing/model/command-parts.ts'
import { isExploring, modelRuns } from '../../../testing/model/model-runs.ts'
import { openModelServer } from '../../../testing/model/model-server.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Random lives of classes over the HTTP API. Each answer is compared with a small model of the decisions.
// Source: invariants 4
//
// A failure prints seed, path and the shortest list of commands that shows it, with its replayPath. To repeat it:
//   MODEL_SEED=… MODEL_PATH=… MODEL_REPLAY=… npx vitest run --project server server/src/areas/classes/class-model.test.ts
// MODEL_RUNS=1000 runs longer. MODEL_SHRINK=off stops at the first failure, and still prints its commands.

const { MODEL_PATH, MODEL_REPLAY, MODEL_SHRINK } = process.env
const RUNS = { usual: 40, long: 400 }
const COMMANDS_PER_RUN = 150
/** What a normal run must contain; otherwise its success proves nothing. */
const ENOUGH_COMMANDS = 1_000
const KINDS = [
  'createByPlayer',
  'createByCoach',
  'recordPast',
  'answerPast',
  'edit',
  'changeCoach',
  'join',
  'decline',
  'contract',
  'offer',
  'accept',
  'confirm',
  'sign',
  'finish',
  'cancelByCoach',
  'cancelByPlayer',
  'like',
]

const server = await startTestServer({ rows: 'kept' })
const real = await openModelServer(server)

test('whatever people do with classes, in whatever order, every answer matches the model', async () => {
  const tally: Tally = new Map()
  let foundAfter: number | undefined
  const commands = fc.commands(classCommands, {
    maxCommands: COMMANDS_PER_RUN,
    size: 'max',
    ...(MODEL_REPLAY && { replayPath: MODEL_REPLAY }),
  })
  const property = fc.asyncProperty(commands, async (list) => {
    const model: Model = { world: real.world, state: await real.begin(), tally, story: [] }
    try {
      await fc.asyncModelRun(() => ({ model, real }), list)
      await checkAllGrids(model, real)
      expect(await server.brokenInvariants(), 'broken invariants').toEqual([])
    } catch (error) {
      foundAfter ??= tally.get('commands')
      throw new Error(`${model.story.join('\n')}\n${error}`, { cause: error })
    }
  })
  const result = await fc.check(property, {
    ...modelRuns('classes', RUNS),
    endOnFailure: MODEL_SHRINK === 'off',
    ...(MODEL_PATH && { path: MODEL_PATH }),
  })
  const report = await fc.asyncDefaultReportMessage(result)
  if (report) throw new Error(`found after ${foundAfter} commands\n${report}`, { cause: result.errorInstance })
  if (isExploring || MODEL_PATH) return void console.log(linesOf(tally))
  const atLeastOnce = expect.toSatisfy((times: number) => times > 0, 'at least once')
  expect(Object.fromEntries(tally), linesOf(tally)).toMatchObject({
    ...Object.fromEntries(KINDS.map((name) => [name, atLeastOnce])),
    commands: expect.toSatisfy((times: number) => times > ENOUGH_COMMANDS, `more than ${ENOUGH_COMMANDS}`),
  })
})

function linesOf(tally: Tally): string {
  const lines = [...tally].sort().map(([name, times]) => `${times} ${name}`)
  return lines.join('\n')
}
