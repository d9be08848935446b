import { getVenueFile, type VenueFile } from '@paidang/api/areas/places/admin-venues'
import { Alert, Flex, Tabs } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { AuditEventsCard } from '../../../ui/audit-events-card'
import { NOTHING, when } from '../../../ui/format'
import { Opening } from '../../../ui/opening'
import { Page } from '../../../ui/page'
import { useTableAddress } from '../../../ui/table-address'
import { CloseOrReopenButton } from './close-or-reopen-button'
import { CoachesTable } from './coaches-table'
import { CourtsForm } from './courts-form'
import { UpcomingCard } from './upcoming-card'
import { VenueFacts } from './venue-facts'
import { VenueForm } from './venue-form'
import { StateTag } from './venue-labels'

/** One venue: facts, upcoming events, courts, coaches and managers, and audit events. */
export function VenuePage() {
  const { id = '' } = useParams()
  const read = useRead(getVenueFile, { params: { id } })
  if (read.data?.venue.id === id && !read.isError) return <KnownVenue file={read.data} />
  return <Opening name="场馆" list="/venues" read={read} />
}

function KnownVenue({ file }: { file: VenueFile }) {
  const { filterOf, setFilters } = useTableAddress()
  const { venue, state, coaches, auditEvents, takenOff } = file
  const [own, setOwn] = useState<number[]>([])
  const form = { file, own, onSaved: (revision: number) => setOwn((before) => [...before, revision]) }
  return (
    <Page
      title={venue.name}
      about={
        <Flex gap={8} align="center" style={{ marginTop: 4 }}>
          <StateTag state={state} />
          编号 {venue.id} · {venue.city} {venue.district}
        </Flex>
      }
      actions={<CloseOrReopenButton file={file} />}
    >
      {takenOff && (
        <Alert
          type="warning"
          showIcon
          title={`已停用：${takenOff.reason}`}
          description={`${takenOff.by ?? NOTHING} 于 ${when(takenOff.at)} 停用。小程序里搜不到、不能预约；场地、教练和历史记录都保留。`}
        />
      )}
      <Tabs
        activeKey={filterOf('tab') ?? 'overview'}
        onChange={(tab) => setFilters({ tab: tab === 'overview' ? undefined : tab })}
        items={[
          {
            key: 'overview',
            label: '概览',
            children: (
              <Flex vertical gap={16}>
                <Flex gap={16} align="flex-start" wrap>
                  <VenueFacts file={file} />
                  <UpcomingCard file={file} />
                </Flex>
                <AuditEventsCard
                  auditEvents={auditEvents}
                  about={{ kind: 'venue', id: venue.id }}
                  empty="还没有人操作过这家场馆"
                />
              </Flex>
            ),
          },
          { key: 'facts', label: '修改资料', children: <VenueForm key={venue.id} {...form} /> },
          { key: 'courts', label: `场地（${venue.courtCount}）`, children: <CourtsForm key={venue.id} {...form} /> },
          {
            key: 'coaches',
            label: `教练（${coaches.length}）`,
            children: <CoachesTable venue={venue} revision={file.revision} coaches={coaches} />,
          },
        ]}
      />
    </Page>
  )
}
