import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Someone } from '../../run/arrange.ts'
import { journeyStart } from '../../run/clock.ts'
import { expectSound } from '../../run/expect-sound.ts'
import { logInAs } from '../../run/people.ts'
import { type RunningServer, removeData, startServer, TEMPLATE } from '../../run/server.ts'
import type { Device } from './device.ts'
import { cachedSession } from './kept-session.ts'
import { MiniProgram } from './mini-program.ts'
import type { TextSize } from './wx.ts'

type Opening = {
  /** The first page. Default: home. */
  url?: string
  /** The user that is logged in on this phone already. Default: nobody. */
  as?: string
  /** Other data that an earlier use left on the device. */
  storage?: Record<string, unknown>
  /** The WeChat user. */
  person?: string
  /** WeChat's number of the scene from which it was opened. */
  scene?: number
  /** The text size of this WeChat. */
  textSize?: TextSize
  /** The device. */
  device?: Device
}

/**
 * The running product for the tests of one file: the server with the demo world, and phones that use it. After each
 * test its phones are closed. The test fails if anything went wrong inside one of them.
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
    /** Logs in over the API. Each account logs in once, since the check of a password is slow on purpose. */
    logInAs: logInOnce,
    /** Logs in over the API, to a new session. */
    logInAnew: (username: string) => logInAs(address(), username),
    /** Starts the mini-program on a new phone. */
    launch: async ({ as, storage = {}, ...opening }: Opening = {}): Promise<MiniProgram> => {
      const kept = as === undefined ? {} : cachedSession((await logInOnce(as)).logIn)
      const program = new MiniProgram({ server: address(), storage: { ...kept, ...storage }, ...opening })
      open.push(program)
      return program
    },
  }
}
