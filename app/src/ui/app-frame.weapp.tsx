import type { PropsWithChildren, ReactNode } from 'react'

/** In the mini-program WeChat draws the bars, and each page its own dialogs. */
export function AppFrame({ children }: PropsWithChildren): ReactNode {
  return children
}
