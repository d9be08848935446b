import type { PropsWithChildren } from 'react'
import { createPortal } from 'react-dom'
import { isTabPath, TABS, type TabName } from '../paths'
import { useCurrentPath } from '../platform/current-path'
import { loginPath } from '../platform/environment'
import { goTo, goToLogin } from '../platform/navigate'
import { useLoggedIn, useSession } from '../platform/session'
import styles from './app-frame.module.scss'
import { Avatar } from './avatar'
import { Ball } from './ball'
import { BrokenPage } from './broken-page'
import { classNames } from './class-names'
import { DialogHost } from './dialog-host'
import { Icon, type IconName } from './icon'
import { OpeningPage } from './opening-page'
import { ToastHost } from './toast-host'

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

/** The tab bar of the web app on a phone or tablet; only on the five tab pages. */
function TabBar({ path }: { path: string }) {
  if (path !== '' && path !== '/' && !isTabPath(path)) return null
  return (
    <nav className={styles.bar} aria-label="主导航">
      {TABS.map((tab) => {
        const on = tab.path === path
        return (
          <a
            key={tab.name}
            href={`#${tab.path}`}
            className={classNames(styles.tab, on && styles.on)}
            aria-current={on ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault()
              if (!on) goTo(tab.path)
            }}
          >
            <Icon name={TAB_ICONS[tab.name]} size={24} fill={on ? 'soft' : undefined} />
            <span>{tab.text}</span>
          </a>
        )
      })}
    </nav>
  )
}

/** The bar of the web app on a desktop, 56 px high, on every page: the tabs, and the user. */
function TopBar({ path }: { path: string }) {
  const loggedIn = useLoggedIn()
  const userInfo = useSession((session) => session.userInfo)
  return (
    <div className={styles.topBar}>
      <div className={styles.mark}>
        <Ball size={28} />
        拍档
      </div>
      <nav className={styles.tabs} aria-label="主导航">
        {TABS.map((tab) => {
          const on = tab.path === path
          return (
            <a
              key={tab.name}
              href={`#${tab.path}`}
              className={classNames(styles.topTab, on && styles.topOn)}
              aria-current={on ? 'page' : undefined}
              onClick={(event) => {
                event.preventDefault()
                if (!on) goTo(tab.path)
              }}
            >
              <Icon name={TAB_ICONS[tab.name]} />
              {tab.text}
            </a>
          )
        })}
      </nav>
      {loggedIn && userInfo ? (
        <div className={styles.person}>
          <Avatar id={userInfo.userId} src={userInfo.avatar} size={32} />
          {userInfo.nickname}
        </div>
      ) : (
        path !== loginPath() && (
          <button type="button" className={styles.login} onClick={() => goToLogin()}>
            登录
          </button>
        )
      )}
    </div>
  )
}

/** The icon of each tab. */
const TAB_ICONS: Record<TabName, IconName> = {
  home: 'home',
  bookingClass: 'calendar',
  bookingBall: 'ball',
  threading: 'racket',
  my: 'person',
}
