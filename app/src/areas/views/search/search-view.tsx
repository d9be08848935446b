import { View } from '@tarojs/components'
import { useState } from 'react'
import { Chip } from '../../../ui/chip'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { SearchField } from '../../../ui/field'
import { Page } from '../../../ui/page'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { useVenuesNearby } from '../../activities/booking/coaches-data'
import { type FoundKind, FoundKinds, KIND_NAMES, KINDS } from './parts/found-kinds'
import { RecentSearches } from './parts/recent-searches'
import { useRecentSearches, useSearch } from './search-data'
import styles from './search-view.module.scss'

/**
 * 搜索: coaches, venues and games by a typed text. `keyword` is searched for at once; it is still encoded as in the
 * address.
 */
export function SearchView({ keyword: given }: { keyword?: string | undefined }) {
  const asked = wordOf(given)
  const [typed, setTyped] = useState(asked)
  const [keyword, setKeyword] = useState(asked)
  const recent = useRecentSearches()
  const searchFor = (word: string) => {
    setTyped(word)
    setKeyword(word)
    recent.remember(word)
  }
  return (
    <Page title="搜索">
      <View className={styles.search}>
        <SearchField
          autoFocus={asked === ''}
          placeholder="找教练、场馆、球局"
          value={typed}
          onInput={setTyped}
          onSettled={setKeyword}
          onConfirm={() => recent.remember(typed)}
        />
      </View>
      {keyword.trim() === '' ? (
        <>
          <RecentSearches words={recent.words} onChoose={searchFor} onForget={recent.forgetAll} />
          <VenuesToLookAt />
        </>
      ) : (
        <Results keyword={keyword} onOpen={() => recent.remember(keyword)} />
      )}
    </Page>
  )
}

/** Some venues for a user without a search word: this makes a venue two taps away from 我的. */
function VenuesToLookAt() {
  const { data, cause, isFetching, refetch } = useVenuesNearby(true)
  if (cause && !data) {
    return <ErrorBlock title="场馆没有取到" cause={cause} busy={isFetching} onRetry={() => refetch()} compact />
  }
  if (!data) return null
  return <FoundKinds found={{ coaches: [], balls: [], venues: data.rows }} kinds={['venues']} />
}

/** Decodes a parameter, which Taro passes as it is in the address; empty for an invalid one. */
function wordOf(given = ''): string {
  try {
    return decodeURIComponent(given)
  } catch {
    return ''
  }
}

function Results({ keyword, onOpen }: { keyword: string; onOpen: () => void }) {
  const { data, cause, isPending, isFetching, refetch } = useSearch(keyword)
  const [kind, setKind] = useState<FoundKind | 'all'>('all')
  const skeleton = useSkeleton(isPending)
  if (skeleton) return <ResultsSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="没有搜到" cause={cause} busy={isFetching} onRetry={refetch} /> : null
  }
  const counts = KINDS.map((one) => [one, data[one].length] as const)
  if (counts.every(([, count]) => count === 0)) {
    return <Empty title={`没有找到“${keyword.trim()}”`} line="换个名字试试，教练、场馆和公开的球局都能搜" />
  }
  // A kind without results for the next text must not hide the results of other kinds.
  const shown = kind !== 'all' && data[kind].length > 0 ? kind : 'all'
  return (
    <>
      <RefreshBar on={isFetching} />
      <View className={styles.kinds}>
        <Chip on={shown === 'all'} onPress={() => setKind('all')}>
          全部
        </Chip>
        {counts
          .filter(([, count]) => count > 0)
          .map(([one, count]) => (
            <Chip key={one} on={shown === one} onPress={() => setKind(one)}>
              {`${KIND_NAMES[one]} ${count}`}
            </Chip>
          ))}
      </View>
      <FoundKinds found={data} kinds={shown === 'all' ? KINDS : [shown]} onOpen={onOpen} />
    </>
  )
}

function ResultsSkeleton() {
  return (
    <View className={styles.boxes}>
      <SkeletonGroup>
        <Skeleton width={80} height={20} />
        <View className={styles.gap} />
        <Skeleton height={132} radius={16} />
        <View className={styles.gap} />
        <Skeleton height={132} radius={16} />
      </SkeletonGroup>
    </View>
  )
}
