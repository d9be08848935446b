import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { givenSession } from '../../../testing/fake-server'
import { Button } from '../../../ui/button'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { useRenewShare } from './use-renew-share'

beforeEach(() => givenSession('10'))

function Renewing() {
  const { renew, isPending } = useRenewShare({ kind: 'ball', objectId: '51' }, ['balls'])
  return (
    <Button busy={isPending} onPress={renew}>
      换链接
    </Button>
  )
}

test('a link is renewed after a question, once, with a confirmation', async () => {
  const calls = givenWorld({ '/share/renew': () => ({ data: null }) })
  const user = open(<Renewing />)
  await user.click(screen.getByRole('button', { name: '换链接' }))
  await screen.findByText('以前发出的链接和二维码将失效，已经加入的人不受影响')
  await user.click(screen.getByRole('button', { name: '再想想' }))
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: '换链接' }))
  await user.dblClick(await screen.findByRole('button', { name: '重置' }))
  await screen.findByText('分享链接已重置')
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ kind: 'ball', objectId: '51' }]))
})
