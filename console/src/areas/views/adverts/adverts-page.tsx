import { PlusOutlined } from '@ant-design/icons'
import * as calls from '@paidang/api/areas/views/admin-adverts'
import { advertsForOperator, type ManagedAdvert } from '@paidang/api/areas/views/admin-adverts'
import {
  ADVERT_PLACE_NAMES,
  ADVERT_PLACES,
  ADVERT_STATE_NAMES,
  type AdvertPlace,
  type AdvertState,
  MAX_OPEN_ADVERTS,
  MAX_SHOWN_ADVERTS,
} from '@paidang/domain/areas/views/home/advert'
import { Button, Flex, Segmented, type TableColumnsType, Tabs, Tag, Typography } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { when } from '../../../ui/format'
import { OrderedTable } from '../../../ui/ordered-table'
import { Failed, Page } from '../../../ui/page'
import { publicPicture } from '../../../ui/pictures'
import { useAction } from '../../../ui/use-action'

/** The adverts on the home page of the app: present, future and past. */
export function AdvertsPage() {
  const [params, setParams] = useSearchParams()
  const place = ADVERT_PLACES.find((one) => one === params.get('place')) ?? 'top'
  const isOver = params.get('over') === '1'
  const ofCompanies = params.get('of') === 'companies'
  const go = (next: { place: string; isOver: boolean }) =>
    setParams({ place: next.place, ...(next.isOver && { over: '1' }) }, { replace: true })
  return (
    <Page
      title="广告"
      about={`首页按这里的顺序显示进行中的广告，每个位置最多 ${MAX_SHOWN_ADVERTS} 条`}
      actions={
        <Link to={`/adverts/new?place=${place}`}>
          <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
            新增广告
          </Button>
        </Link>
      }
    >
      <Flex justify="space-between" align="center" gap={16} wrap>
        <Tabs
          activeKey={ofCompanies ? OF_COMPANIES : place}
          onChange={(key) =>
            key === OF_COMPANIES
              ? setParams({ place: 'home', of: OF_COMPANIES, ...(isOver && { over: '1' }) }, { replace: true })
              : go({ place: key, isOver })
          }
          tabBarStyle={{ margin: 0 }}
          items={[
            ...ADVERT_PLACES.map((key) => ({ key: key as string, label: ADVERT_PLACE_NAMES[key] })),
            { key: OF_COMPANIES, label: '公司的广告' },
          ]}
        />
        <Segmented
          aria-label="广告状态"
          value={isOver ? 'over' : 'open'}
          options={[
            { value: 'open', label: '进行中和未开始' },
            { value: 'over', label: '已结束' },
          ]}
          onChange={(value) =>
            ofCompanies
              ? setParams({ place, of: OF_COMPANIES, ...(value === 'over' && { over: '1' }) }, { replace: true })
              : go({ place, isOver: value === 'over' })
          }
        />
      </Flex>
      {ofCompanies ? (
        <DataTable
          key={`companies ${isOver}`}
          endpoint={advertsForOperator}
          fixed={{ place: 'home', ofCompanies: true, isOver }}
          rowKey={({ id }) => id}
          empty={isOver ? '公司还没有结束的广告' : '公司没有进行中的广告'}
          hrefOf={({ id }) => `/adverts/${id}`}
          columns={advertColumns}
        />
      ) : isOver ? (
        <DataTable
          key={place}
          endpoint={advertsForOperator}
          fixed={{ place, isOver: true }}
          rowKey={({ id }) => id}
          empty="这个位置还没有结束的广告"
          hrefOf={({ id }) => `/adverts/${id}`}
          columns={advertColumns}
        />
      ) : (
        <OpenAdverts key={place} place={place} />
      )}
    </Page>
  )
}

const OF_COMPANIES = 'companies'

/** All present and future adverts of a place, so that they can be reordered. */
function OpenAdverts({ place }: { place: AdvertPlace }) {
  const { doIt } = useAction()
  const read = useRead(calls.advertsForOperator, { query: { place, current: 1, rows: MAX_OPEN_ADVERTS } })
  const order = useWrite(calls.orderAdverts, { changes: [calls.advertsForOperator] })
  if (read.isError && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} />
  return (
    <OrderedTable<calls.ManagedAdvert>
      rows={read.data?.rows}
      nameOf={({ title }) => title}
      empty="这个位置没有进行中的广告"
      onOrder={(ids) => doIt({ run: () => order.mutateAsync({ body: { place, ids } }), done: '顺序已保存' })}
      columns={[
        ...advertColumns,
        {
          title: '操作',
          fixed: 'end',
          render: (_, advert) => (
            <>
              <Link to={`/adverts/${advert.id}`}>修改</Link>
              {(advert.state === 'running' || advert.state === 'gone') && <EndButton advert={advert} />}
            </>
          ),
        },
      ]}
    />
  )
}

export function EndButton({ advert: { id, title, revision } }: { advert: calls.ManagedAdvert }) {
  const { doAfterAsking } = useAction()
  const end = useWrite(calls.endAdvert, { changes: [calls.advertsForOperator] })
  return (
    <Button
      type="link"
      size="small"
      danger
      onClick={() =>
        doAfterAsking({
          run: () => end.mutateAsync({ params: { id }, body: { revision } }),
          done: '广告已结束',
          title: `结束「${title}」？`,
          effect: '首页马上不再显示它。之后可以修改结束时间重新投放。',
          okText: '结束',
        })
      }
    >
      结束
    </Button>
  )
}

const STATE_COLORS: Record<AdvertState, string> = { coming: 'blue', running: 'green', gone: 'red', over: 'default' }

/** The columns of a list of adverts. */
export const advertColumns: TableColumnsType<ManagedAdvert> = [
  {
    title: '广告',
    render: (_, { label, title, subtitle, image, club, pending }) => (
      <Flex gap={12} align="center">
        {image ? (
          <img src={publicPicture(image).url} alt="" width={88} height={44} className="picture-tile" />
        ) : (
          <div className="picture-tile" style={{ width: 88, height: 44 }} />
        )}
        <div>
          <div>
            {label && <Tag>{label}</Tag>}
            {title}
          </div>
          <Typography.Text type="secondary">{[subtitle, club].filter(Boolean).join(' · ')}</Typography.Text>
          {pending.length > 0 && <Tag color="gold">审核中</Tag>}
        </div>
      </Flex>
    ),
  },
  { title: '打开', render: (_, { targetName }) => targetName ?? '单独的活动页' },
  { title: '看过 / 点击', align: 'right', render: (_, { seen, pressed }) => `${seen} / ${pressed}` },
  {
    title: '时间',
    render: (_, { beginsAt, endsAt }) => (
      <>
        <div>{when(beginsAt)} 起</div>
        <div>{when(endsAt)} 止</div>
      </>
    ),
  },
  { title: '状态', render: (_, { state }) => <Tag color={STATE_COLORS[state]}>{ADVERT_STATE_NAMES[state]}</Tag> },
]
