import { DownOutlined, LogoutOutlined } from '@ant-design/icons'
import { type StaffInfo, staffLogOut } from '@paidang/api/areas/desks/staff'
import { isAdmitted, type StaffRole } from '@paidang/domain/kernel/access'
import { App, Badge, Button, Dropdown, Flex, Layout, Menu, Spin, Tag, Typography } from 'antd'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useWaiting } from './areas/desks/approvals/use-waiting'
import { PasswordModal } from './areas/desks/staff-accounts/password-modal'
import { ROLE_NAMES } from './areas/desks/staff-accounts/role-names'
import { useFeatures } from './areas/ground/features/features'
import { type ConsolePage, GROUPS, PAGES, SECOND_FACTOR_PATH } from './pages'
import { NetworkError } from './platform/network-error'
import { useWrite } from './platform/queries'
import { endSession } from './platform/session'
import { Boundary } from './ui/boundary'
import { hasUnsaved, useGivingUp } from './ui/unsaved'

/** The frame of every page: the menu of permitted pages at the left, the user's name above. */
export function Shell({ staff }: { staff: StaffInfo }) {
  const { pathname } = useLocation()
  const logOut = useWrite(staffLogOut)
  const waiting = useWaiting({ enabled: isAdmitted(staff.role, 'operator') && !staff.needsFactor })
  const has = useFeatures()
  const askToGiveUp = useGivingUp()
  const { message } = App.useApp()
  const leave = () =>
    logOut.mutate(
      {},
      {
        // Only the server can remove the cookie, and without an answer it is still there.
        onSettled: (_, error) =>
          error instanceof NetworkError ? message.error(`没有退出：${error.message}`) : endSession(),
      },
    )
  const nav = useRef<HTMLElement>(null)
  const open = openKeyOf(pathname)
  // The menu is longer than most windows, and its open entry says where one is.
  useEffect(() => {
    if (open) nav.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' })
  }, [open])
  const askAndLeave = () => (hasUnsaved() ? askToGiveUp({ onGiveUp: leave }) : leave())
  return (
    <Layout style={{ minHeight: '100vh' }}>
      <Layout.Sider width={208} breakpoint="lg" collapsedWidth={64} className="shell-sider">
        <Link to="/" className="shell-brand">
          <img src="/console/favicon.svg" alt="" width={28} height={28} />
          <span>拍档工作台</span>
        </Link>
        <nav aria-label="主菜单" ref={nav}>
          <Menu
            theme="dark"
            mode="inline"
            selectedKeys={open ? [open] : []}
            items={staff.needsFactor ? [] : menuOf(staff.role, waiting, has)}
          />
        </nav>
      </Layout.Sider>
      <Layout>
        <Layout.Header className="shell-header">
          <Typography.Text strong ellipsis>
            {staff.placeName ?? '拍档平台'}
          </Typography.Text>
          <Flex gap={12} align="center">
            <OwnName staff={staff} />
            <Tag color="green">{ROLE_NAMES[staff.role]}</Tag>
            <Button type="text" icon={<LogoutOutlined />} loading={logOut.isPending} onClick={askAndLeave}>
              退出
            </Button>
          </Flex>
        </Layout.Header>
        <Layout.Content className="shell-content">
          <Boundary at={pathname}>
            <Suspense fallback={<Spin className="shell-wait" description="正在打开……" />}>
              <Outlet />
            </Suspense>
          </Boundary>
        </Layout.Content>
      </Layout>
    </Layout>
  )
}

/** The staff member's name, with the menu of their own account. An admin of a company has no such account here. */
function OwnName({ staff: { nickname, role, isPasswordGiven } }: { staff: StaffInfo }) {
  const [isChanging, setIsChanging] = useState(false)
  if (role === 'company') return <span className="shell-own-name">{nickname}</span>
  const items = [
    { key: 'password', label: '修改密码', onClick: () => setIsChanging(true) },
    { key: 'factor', label: <Link to={SECOND_FACTOR_PATH}>两步验证</Link> },
  ]
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button type="text">
          {nickname}
          <DownOutlined />
        </Button>
      </Dropdown>
      {(isChanging || isPasswordGiven) && (
        <PasswordModal isGiven={isPasswordGiven} onClose={() => setIsChanging(false)} />
      )}
    </>
  )
}

/** The menu entry whose address begins the open one, the longest of several. A detail page keeps its list marked. */
function openKeyOf(pathname: string): string | undefined {
  const open = PAGES.filter(({ path, menu }) => menu && (pathname === path || pathname.startsWith(`${path}/`)))
  return open.map(({ path }) => path).sort((one, other) => other.length - one.length)[0]
}

function menuOf(role: StaffRole, waiting: ReturnType<typeof useWaiting>, has: ReturnType<typeof useFeatures>) {
  return GROUPS.flatMap((group) => {
    const children = PAGES.flatMap(({ path, access, menu }) =>
      menu?.group === group && isAdmitted(role, access) && (!menu.needs || has(menu.needs))
        ? [
            {
              key: path,
              icon: menu.icon,
              label: <MenuLabel path={path} menu={menu} count={waiting(menu.waits ?? [])} />,
            },
          ]
        : [],
    )
    return children.length > 0 ? [{ type: 'group' as const, key: group, label: group, children }] : []
  })
}

type MenuLabelProps = {
  path: string
  menu: NonNullable<ConsolePage['menu']>
  count: { waiting: number; late: number }
}

/** The link of a page, with the number of what waits there: red once something is over its limit. */
function MenuLabel({ path, menu: { label }, count: { waiting, late } }: MenuLabelProps) {
  return (
    <Link to={path} className="shell-item">
      {label}
      <Badge
        count={waiting}
        size="small"
        overflowCount={999}
        color={late > 0 ? '#b42a1f' : 'rgba(255, 255, 255, 0.24)'}
        title={late > 0 ? `${waiting} 条待处理，其中 ${late} 条超时` : `${waiting} 条待处理`}
      />
    </Link>
  )
}
