import { afterAll, afterEach, beforeAll } from 'vitest'
import { journeyStart } from '../../run/clock.ts'
import { logInAs } from '../../run/people.ts'
import { type RunningServer, removeData, startServer, TEMPLATE } from '../../run/server.ts'
import { keptSession } from './kept-session.ts'
import { MiniProgram } from './mini-program.ts'

type Opening = {
  /** The page to begin with; home when absent. */
  url?: string
  /** Whoever is logged in on this phone already; nobody when absent. */
  as?: string
  /** What else an earlier use left on the device. */
  storage?: Record<string, unknown>
  /** Whose WeChat it is. */
  person?: string
  /** How it was opened, as WeChat numbers it. */
  scene?: number
}

/**
 * The running product for the tests of one file: the server with the demo world, and phones that use it. After each test its
 * phones are put away, and the test fails if anything went wrong inside of one.
 */
export function useProduct() {
  let server: RunningServer | undefined
  const open: MiniProgram[] = []

  const address = () => {
    if (!server) throw new Error('the server runs within tests only')
    return server.address
  }
  beforeAll(async () => {
    server = await startServer({ from: process.env[TEMPLATE], at: journeyStart() })
  })
  afterEach(() => {
    for (const program of open.splice(0)) program.close()
  })
  afterAll(async () => {
    if (!server) return
    await server.stop()
    await removeData(server.dataDir)
  })
  return {
    address,
    /** Logs in behind the screen. */
    logInAs: (username: string) => logInAs(address(), username),
    /** Starts the mini-program on a phone of its own. */
    launch: async ({ url, as, storage = {}, person, scene }: Opening = {}): Promise<MiniProgram> => {
      const kept = as === undefined ? {} : keptSession((await logInAs(address(), as)).logIn)
      const program = new MiniProgram({ server: address(), url, storage: { ...kept, ...storage }, person, scene })
      open.push(program)
      return program
    },
  }
}
