import type { PropsWithChildren } from 'react'
import { createPortal } from 'react-dom'
import { useCurrentPath } from '../platform/current-path'
import { BrokenPage } from './broken-page'
import { DialogHost } from './dialog-host'
import { OpeningPage } from './opening-page'
import { TabBar } from './tab-bar'
import { ToastHost } from './toast-host'
import { TopBar } from './top-bar'

/**
 * The frame around the pages on the web: the bars, and the hosts of toasts and questions.
 * Nothing may follow the pages inside their parent: Taro's router hides a page that is not the last child there.
 */
export function AppFrame({ children }: PropsWithChildren) {
  const path = useCurrentPath()
  return (
    <>
      <TopBar path={path} />
      {children}
      {createPortal(
        <>
          <OpeningPage />
          <TabBar path={path} />
          <DialogHost />
          <ToastHost />
          <BrokenPage />
        </>,
        document.body,
      )}
    </>
  )
}
