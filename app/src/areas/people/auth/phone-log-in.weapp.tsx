import type { ReactNode } from 'react'

/** Nothing in WeChat, which proves a number by itself. */
export function PhoneLogIn(_props: { onPassword: () => void; children: ReactNode }) {
  return null
}
