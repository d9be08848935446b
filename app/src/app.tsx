import { QueryClientProvider } from '@tanstack/react-query'
import type { PropsWithChildren } from 'react'
import { queryClient, useQueryFocus } from './platform/query'
import { reportErrors } from './platform/report-error'
import { startPlatform } from './platform/start'
import { startTheme } from './platform/theme'
import { AppFrame } from './ui/app-frame'
import './app.scss'

// Before the router loads the first page.
reportErrors()
startPlatform()
startTheme()

/** The root of the app: the cache of the server's answers, and the frame around the pages. */
export default function App({ children }: PropsWithChildren) {
  useQueryFocus()
  return (
    <QueryClientProvider client={queryClient}>
      <AppFrame>{children}</AppFrame>
    </QueryClientProvider>
  )
}
