import { QueryClientProvider } from '@tanstack/react-query'
import type { PropsWithChildren } from 'react'
import { watchChunks } from './platform/chunk-failure'
import { watchVersion } from './platform/new-version'
import { watchPrivacy } from './platform/privacy'
import { queryClient, useQueryFocus } from './platform/query'
import { reportErrors } from './platform/report-error'
import { startTheme } from './platform/theme'
import { preserveTypedText } from './platform/typed-text'
import { removeWrittenFiles } from './platform/written-files'
import { AppFrame } from './ui/app-frame'
import './app.scss'

// Before the router loads the first page.
reportErrors()
watchChunks()
startTheme()
watchPrivacy()
watchVersion()
preserveTypedText()
void removeWrittenFiles()

/** The root of the app: the cache of the server's answers, and the frame around the pages. */
export default function App({ children }: PropsWithChildren) {
  useQueryFocus()
  return (
    <QueryClientProvider client={queryClient}>
      <AppFrame>{children}</AppFrame>
    </QueryClientProvider>
  )
}
