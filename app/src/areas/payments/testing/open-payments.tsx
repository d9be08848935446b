import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { DialogHost } from '../../../ui/dialog-host'
import { ToastHost } from '../../../ui/toast-host'
import { type FakeAnswer, type FakeCall, freshCache, givenServer } from '../../classes/testing/fake-server'

/** What the server answers, by the end of a path. */
export type World = Record<string, (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>>

/** Puts this world in the server's place; what is not in it is refused as absent. */
export function givenWorld(world: World): FakeCall[] {
  return givenServer((call) => {
    const [path = ''] = call.path.split('?')
    const [, answer] = Object.entries(world).find(([end]) => path.endsWith(end)) ?? []
    return answer ? answer(call) : { status: 404, code: 'not_found', msg: '记录不存在' }
  })
}

/** Draws a view with what a page draws around it. */
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

/** The calls that change something or ask the provider, by their paths. */
export const posts = (calls: FakeCall[], path: string) =>
  calls.filter((call) => call.method === 'POST' && call.path.includes(path))
