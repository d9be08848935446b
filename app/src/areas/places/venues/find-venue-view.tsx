import { View } from '@tarojs/components'
import { useState } from 'react'
import { newVenuePath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useSettled } from '../../../platform/use-settled'
import { CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Chip } from '../../../ui/chip'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { SearchField } from '../../../ui/field'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { RefreshBar, useSkeleton } from '../../../ui/skeleton'
import { CoachKnown } from './coach-known'
import styles from './find-venue-view.module.scss'
import { FoundVenue, VenuesSkeleton } from './parts/venue-cards'
import { useAssociate, useVenueSearch, useVenuesOfCoach } from './venues-data'

/** The initial city of the search. */
const HOME_CITY = '上海'

/** 关联场馆: approved venues that the coach can ask for. */
export function FindVenueView() {
  return (
    <Page title="关联场馆">
      <CoachKnown>{(coachId) => <FindVenue coachId={coachId} />}</CoachKnown>
    </Page>
  )
}

function FindVenue({ coachId }: { coachId: string }) {
  const [city, setCity] = useState<string | undefined>(HOME_CITY)
  const [keyword, setKeyword] = useState('')
  const [isChoosingCity, setIsChoosingCity] = useState(false)
  const found = useVenueSearch({ city, keyword: useSettled(keyword.trim()) })
  const own = useVenuesOfCoach()
  const associate = useAssociate(coachId)
  const skeleton = useSkeleton(found.isPending)
  useNextPageAtBottom(found)
  const { data, cause, isFetching, isFetchingNextPage, isPending } = found
  return (
    <>
      <View className={styles.search}>
        <View className="grow">
          <SearchField value={keyword} onInput={setKeyword} placeholder="场馆名称或地址" />
        </View>
        <Chip opens onPress={() => setIsChoosingCity(true)}>
          {city ?? '全部城市'}
        </Chip>
      </View>
      <RefreshBar on={isFetching && !isPending && !isFetchingNextPage} />
      {skeleton ? (
        <VenuesSkeleton />
      ) : !data ? (
        cause && <ErrorBlock title="场馆没有取到" cause={cause} onRetry={found.refetch} busy={isFetching} />
      ) : data.rows.length === 0 ? (
        <Empty
          title="没有找到场馆"
          line="换个名称或城市试试，也可以新增场馆"
          action={{ text: '新增场馆', onPress: () => goTo(newVenuePath()) }}
        />
      ) : (
        <>
          <CardStack>
            {data.rows.map((venue) => (
              <FoundVenue
                key={venue.id}
                venue={venue}
                own={own.data?.find(({ id }) => id === venue.id)}
                // Until the coach's venues are known, requests are disabled: one could be sent twice.
                isKnown={own.data !== undefined}
                isAsking={associate.isPending && associate.wish === venue.id}
                isBusy={associate.isPending}
                onAsk={() => associate.act(venue.id)}
              />
            ))}
          </CardStack>
          <ListEnd list={found} of="场馆" />
        </>
      )}
      <CitySheet open={isChoosingCity} city={city} onChoose={setCity} onClose={() => setIsChoosingCity(false)} />
    </>
  )
}

const CITIES = ['上海', '北京', '广州', '深圳', '杭州', '苏州', '南京', '成都', '武汉'] as const

type CityProps = {
  open: boolean
  /** Undefined: every city. */
  city: string | undefined
  onChoose: (city: string | undefined) => void
  onClose: () => void
}

/** Chooses the city of the search by one press. */
function CitySheet({ open, city, onChoose, onClose }: CityProps) {
  const choose = (chosen: string | undefined) => {
    onChoose(chosen)
    onClose()
  }
  return (
    <Sheet open={open} onClose={onClose} title="选择城市">
      <View {...semantics({ role: 'radiogroup', label: '选择城市' })}>
        {CITIES.map((name) => (
          <Cell key={name} title={name} chosen={city === name} onPress={() => choose(name)} />
        ))}
        <Cell title="全部城市" chosen={city === undefined} onPress={() => choose(undefined)} />
      </View>
    </Sheet>
  )
}
