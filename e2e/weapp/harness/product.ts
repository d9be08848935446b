import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Someone } from '../../run/arrange.ts'
import { journeyStart } from '../../run/clock.ts'
import { expectSound } from '../../run/expect-sound.ts'
import { logInAs } from '../../run/people.ts'
import { type RunningServer, removeData, startServer, TEMPLATE } from '../../run/server.ts'
import type { Device } from './device.ts'
import { keptSession } from './kept-session.ts'
import { MiniProgram } from './mini-program.ts'
import type { TextSize } from './wx.ts'

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
  /** How large the text of this WeChat is. */
  textSize?: TextSize
  /** What it runs on. */
  device?: Device
}

/**
 * The running product for the tests of one file: the server with the demo world, and phones that use it. After each test its
 * phones are put away, and the test fails if anything went wrong inside of one.
 */
export function useProduct() {
  let server: RunningServer | undefined
  const open: MiniProgram[] = []
  const known = new Map<string, Promise<Someone>>()

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
    try {
      await expectSound(server, 'the tests of this file')
    } finally {
      await server.stop()
      await removeData(server.dataDir)
    }
  })
  const logInOnce = (username: string): Promise<Someone> => {
    const someone = known.get(username) ?? logInAs(address(), username)
    known.set(username, someone)
    return someone
  }
  return {
    address,
    /** Logs in behind the screen; each account does so once, since checking a password takes long on purpose. */
    logInAs: logInOnce,
    /** Logs in behind the screen, to a session that nobody else uses. */
    logInAnew: (username: string) => logInAs(address(), username),
    /** Starts the mini-program on a phone of its own. */
    launch: async ({ as, storage = {}, ...opening }: Opening = {}): Promise<MiniProgram> => {
      const kept = as === undefined ? {} : keptSession((await logInOnce(as)).logIn)
      const program = new MiniProgram({ server: address(), storage: { ...kept, ...storage }, ...opening })
      open.push(program)
      return program
    },
  }
}
