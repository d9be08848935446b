import { isTabPath, TABS } from '../paths'
import { goTo } from '../platform/navigate'
import { classNames } from './class-names'
import { Icon } from './icon'
import styles from './tab-bar.module.scss'
import { TAB_ICONS } from './tab-icons'

/** The tab bar of the web app on a phone or tablet; only on the five tab pages. */
export function TabBar({ path }: { path: string }) {
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
