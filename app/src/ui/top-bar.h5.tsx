import { TABS } from '../paths'
import { loginPath } from '../platform/login-path'
import { goTo, goToLogin } from '../platform/navigate'
import { useLoggedIn, useSession } from '../platform/session'
import { Avatar } from './avatar'
import { Ball } from './ball'
import { classNames } from './class-names'
import { Icon } from './icon'
import { TAB_ICONS } from './tab-icons'
import styles from './top-bar.module.scss'

/** The bar of the web app on a desktop, 56 px high, on every page: the tabs, and the user. */
export function TopBar({ path }: { path: string }) {
  const loggedIn = useLoggedIn()
  const userInfo = useSession((session) => session.userInfo)
  return (
    <div className={styles.bar}>
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
              className={classNames(styles.tab, on && styles.on)}
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
