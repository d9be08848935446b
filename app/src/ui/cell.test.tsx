import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Cell } from './cell'

test.each([
  ['leads somewhere', {}, 1],
  ['is disabled', { disabled: true }, 0],
  ['is an action of a menu', { plain: true }, 0],
] as const)('a row that %s shows so', (_case, over, chevrons) => {
  const { container } = render(<Cell title="课程课时" onPress={vi.fn()} {...over} />)
  expect(container.querySelectorAll('[class*=chevron]')).toHaveLength(chevrons)
})
