import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { type FakeAnswer, type FakeCall, freshCache, givenServer } from '../../../../testing/fake-server'
import { DialogHost } from '../../../../ui/dialog-host'
import { ToastHost } from '../../../../ui/toast-host'

/** The server's answers, by the end of a path. */
export type World = Record<string, (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>>

/** Installs these answers as the server; any other path is answered as not found. */
export function givenWorld(world: World): FakeCall[] {
  return givenServer((call) => {
    const [path = ''] = call.path.split('?')
    const [, answer] = Object.entries(world).find(([end]) => path.endsWith(end)) ?? []
    return answer ? answer(call) : { status: 404, code: 'not_found', msg: '记录不存在' }
  })
}

/** Draws a view with the parts that a page adds. */
export function open(view: ReactNode) {
  render(
    <QueryClientProvider client={freshCache()}>
      {view}
      <ToastHost />
      <DialogHost />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

/** The POST calls whose path contains this text. */
export const posts = (calls: FakeCall[], path: string) =>
  calls.filter((call) => call.method === 'POST' && call.path.includes(path))
