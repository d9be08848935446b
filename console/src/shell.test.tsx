import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Shell } from './shell'
import { draw } from './testing/draw'

const STAFF = {
  ...({ id: '1', role: 'operator', nickname: '小周', merchantId: null, companyId: null, placeName: null } as const),
  isPasswordGiven: false,
  needsFactor: false,
}

test('the entry of the open page is brought into sight, also from a page below it', async () => {
  const shown: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.textContent)
  })
  draw(<Shell staff={STAFF} />, { at: '/reconcile/7', answers: {} })
  await screen.findByRole('link', { name: '对账' })
  expect(shown).toEqual(['对账'])
})
