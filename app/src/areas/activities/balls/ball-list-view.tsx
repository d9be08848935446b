import { outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { useShareAppMessage } from '@tarojs/taro'
import { useEffect, useState } from 'react'
import { ballDetailPath, bookingBallPath, myBallPath, publishBallPath } from '../../../paths'
import { useWide } from '../../../platform/environment'
import { goTo, goToLogin } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useToday } from '../../../platform/use-minute'
import { Button } from '../../../ui/button'
import { CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Icon } from '../../../ui/icon'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { pressable, semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, useSkeleton } from '../../../ui/skeleton'
import { Tabs } from '../../../ui/tabs'
import { saidLevel } from '../../people/profile/level-scale'
import { useOwnProfile } from '../../people/profile/player-data'
import { BallCard, BallCardSkeletons } from './ball-card'
import { type OwnRole, useBallList, useOwnBalls, useWantedGames } from './ball-data'
import styles from './ball-list-view.module.scss'
import { BallPane } from './ball-pane'
import { type ChosenFilters, cleared, filtersOf, hasFilters, NO_FILTERS } from './parts/ball-filters'
import { FilterBar } from './parts/filter-bar'

/** The reader's role in the games of a tab. The first tab shows the games of everybody. */
type TabKey = 'near' | OwnRole

const TABS: readonly { key: TabKey; text: string }[] = [
  { key: 'near', text: '附近' },
  { key: 'initiator', text: '我发起的' },
  { key: 'participant', text: '我参加的' },
  { key: 'waiting', text: '候补' },
]

/**
 * 约球: the public games of the coming days, open to everybody, and the reader's own. A desktop shows one open beside
 * them.
 */
export function BallListView() {
  useShareAppMessage(() => ({ title: '附近球局，来打一场', path: bookingBallPath() }))
  const isWide = useWide()
  return (
    <Page title="约球" tab wide={isWide}>
      {isWide ? <Desk /> : <Lists onOpen={(id) => goTo(ballDetailPath(id))} />}
    </Page>
  )
}

function Desk() {
  const [chosenId, setChosenId] = useState<string>()
  const [firstId, setFirstId] = useState<string>()
  const shownId = chosenId ?? firstId
  return (
    <View className={styles.desktop}>
      <View className={styles.list}>
        <Lists openId={shownId} onOpen={setChosenId} onFirst={setFirstId} />
      </View>
      <View className={styles.detail}>
        {shownId === undefined ? (
          <Empty title="选一场球局" line="时间、地点、参与人和费用会显示在这里" />
        ) : (
          <BallPane key={shownId} id={shownId} />
        )}
      </View>
    </View>
  )
}

type ListProps = {
  /** The game that is open beside the list. */
  openId?: string | undefined
  onOpen: (id: string) => void
  /** Called with the first game whenever that changes. */
  onFirst?: (id: string | undefined) => void
}

function Lists(props: ListProps) {
  const [tab, setTab] = useState<TabKey>('near')
  const [chosen, setChosen] = useState<ChosenFilters>(NO_FILTERS)
  const [sord, setSord] = useState<'asc' | 'desc'>('asc')
  useWantedGames((wanted) => {
    setChosen({ ...wanted, point: chosen.point })
    setTab('near')
  })
  const isLoggedIn = useUserId() !== null
  const started = useOwnBalls({ group: '1', role: 'initiator' })
  const tabs = TABS.map((item) => (item.key === 'initiator' ? { ...item, count: started.data?.total } : item))
  return (
    <>
      <View className={styles.tabs}>
        <Tabs label="球局" items={tabs} value={tab} onChange={setTab} />
      </View>
      {tab === 'near' ? (
        <PublicBalls {...props} chosen={chosen} onChange={setChosen} sord={sord} onSord={setSord} />
      ) : isLoggedIn ? (
        <OwnBalls key={tab} {...props} role={tab} />
      ) : (
        <SignedOut />
      )}
      <View
        className={classNames(styles.start, 'row-6 t-headline')}
        hoverClass={styles.pressed}
        {...pressable({ label: '发起约球', onPress: () => (isLoggedIn ? goTo(publishBallPath()) : goToLogin()) })}
      >
        <Icon name="plus" size={20} />
        发起
      </View>
    </>
  )
}

type PublicProps = ListProps & {
  chosen: ChosenFilters
  onChange: (chosen: ChosenFilters) => void
  sord: 'asc' | 'desc'
  onSord: (sord: 'asc' | 'desc') => void
}

function PublicBalls({ chosen, onChange, sord, onSord, ...props }: PublicProps) {
  const { data: reader } = useOwnProfile()
  const ownLevel = saidLevel(reader)
  const list = useBallList(filtersOf(chosen, { today: useToday(), ownLevel }), sord, true)
  usePullOf(list, outcomes.listBallInvitations)
  const start = { text: '发起一场', onPress: () => goTo(publishBallPath()) }
  return (
    <>
      <FilterBar chosen={chosen} onChange={onChange} sord={sord} onSord={onSord} ownLevel={ownLevel} />
      <BallRows
        {...props}
        list={list}
        label="公开球局"
        empty={
          hasFilters(chosen) ? (
            <Empty title="没有符合条件的球局" action={{ text: '清除筛选', onPress: () => onChange(cleared(chosen)) }} />
          ) : (
            <Empty title="附近还没有球局" line="有人发起公开球局时会出现在这里" action={start} />
          )
        }
      />
    </>
  )
}

const NOTHING_OWN: Record<OwnRole, string> = {
  initiator: '没有进行中的球局',
  participant: '没有要参加的球局',
  waiting: '没有候补中的球局',
}

function OwnBalls({ role, ...props }: ListProps & { role: OwnRole }) {
  const list = useOwnBalls({ group: '1', role })
  usePullOf(list, outcomes.listBallRecords)
  return (
    <>
      <BallRows
        {...props}
        list={list}
        label={TABS.find(({ key }) => key === role)?.text ?? ''}
        empty={
          <Empty title={NOTHING_OWN[role]} action={{ text: '全部球局', onPress: () => goTo(myBallPath('all')) }} />
        }
      />
      {(list.data?.rows.length ?? 0) > 0 && (
        <View className={styles.all}>
          <Button kind="plain" size="s" onPress={() => goTo(myBallPath('all'))}>
            全部球局
          </Button>
        </View>
      )}
    </>
  )
}

type RowsProps = ListProps & {
  list: ReturnType<typeof useOwnBalls>
  label: string
  /** Shown when there are none. */
  empty: JSX.Element
}

function BallRows({ list, label, empty, openId, onOpen, onFirst }: RowsProps) {
  const { data, cause, isPending, isFetching, isFetchingNextPage } = list
  const skeleton = useSkeleton(isPending)
  useNextPageAtBottom(list)
  const firstId = data?.rows[0]?.id
  useEffect(() => onFirst?.(firstId), [onFirst, firstId])
  if (skeleton) return <BallCardSkeletons count={4} />
  if (!data) {
    return cause ? <ErrorBlock title="球局没有取到" cause={cause} busy={isFetching} onRetry={list.refetch} /> : null
  }
  if (data.rows.length === 0) return empty
  return (
    <View>
      <RefreshBar on={isFetching && !isPending && !isFetchingNextPage} />
      <CardStack list={label}>
        {data.rows.map((ball) => (
          <View key={ball.id} {...semantics({ role: 'listitem' })}>
            <BallCard ball={ball} isOpen={ball.id === openId} onPress={() => onOpen(ball.id)} />
          </View>
        ))}
      </CardStack>
      <ListEnd list={list} of="约球" />
    </View>
  )
}
