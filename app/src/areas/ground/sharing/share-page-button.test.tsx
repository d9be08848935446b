import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { givenSession } from '../../../testing/fake-server'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { SharePageButton } from './share-page-button'

beforeEach(() => givenSession('10'))

const sharing = (
  <SharePageButton
    title="分享这场球局"
    busy={false}
    onShare={() => undefined}
    owned={{ page: { kind: 'ball', objectId: '51' }, stale: ['balls'] }}
  >
    分享
  </SharePageButton>
)

test('a link is renewed after a question, once, with a confirmation', async () => {
  const calls = givenWorld({ '/share/renew': () => ({ data: null }) })
  const user = open(sharing)
  await user.click(screen.getByRole('button', { name: '分享这场球局' }))
  await user.click(await screen.findByRole('button', { name: /^重置分享链接/ }))
  await screen.findByText('以前发出的链接和二维码将失效，已经加入的人不受影响')
  await user.click(screen.getByRole('button', { name: '再想想' }))
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: /^重置分享链接/ }))
  await user.dblClick(await screen.findByRole('button', { name: '重置' }))
  await screen.findByText('分享链接已重置')
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ kind: 'ball', objectId: '51' }]))
})
