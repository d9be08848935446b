import type { Venue } from '@paidang/api/areas/venues'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useSettled } from '../../../../platform/use-settled'
import { Cell } from '../../../../ui/cell'
import { Facts } from '../../../../ui/dot'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { SearchField } from '../../../../ui/field'
import { ListEnd } from '../../../../ui/paged-list'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { RefreshBar } from '../../../../ui/skeleton'
import { VenuePicture } from '../../../../ui/venue-picture'
import { courtsOfVenueText, placeText } from '../../../places/venues/venue-labels'
import { useVenueSearch } from '../../../places/venues/venues-data'
import styles from './venue-search-sheet.module.scss'

type Props = { open: boolean; chosenId: string | null; onChoose: (venue: Venue) => void; onClose: () => void }

/** Chooses among all venues with one press. */
export function VenueSearchSheet({ open, chosenId, onChoose, onClose }: Props) {
  const [keyword, setKeyword] = useState('')
  const found = useVenueSearch({ city: undefined, keyword: useSettled(keyword.trim()) })
  const { data, cause, isFetching, isFetchingNextPage } = found
  return (
    <Sheet open={open} onClose={onClose} title="选择场馆">
      <View className={styles.search}>
        <SearchField value={keyword} onInput={setKeyword} placeholder="场馆名称或地址" onCard />
      </View>
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      {!data ? (
        cause && <ErrorBlock title="场馆没有取到" cause={cause} onRetry={found.refetch} busy={isFetching} compact />
      ) : data.rows.length === 0 ? (
        <Empty title="没有找到场馆" line="换个名称试试，或者改为自己写地点" compact />
      ) : (
        <>
          <View {...semantics({ role: 'radiogroup', label: '选择场馆' })}>
            {data.rows.map((venue) => (
              <Cell
                key={venue.id}
                lead={<VenuePicture id={venue.name} src={venue.avatar} size={48} />}
                title={venue.name}
                note={<Facts>{[placeText(venue), courtsOfVenueText(venue)]}</Facts>}
                chosen={venue.id === chosenId}
                onPress={() => {
                  onChoose(venue)
                  onClose()
                }}
              />
            ))}
          </View>
          <ListEnd list={found} of="场馆" />
        </>
      )}
    </Sheet>
  )
}
