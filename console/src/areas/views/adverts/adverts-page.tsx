import { PlusOutlined } from '@ant-design/icons'
import { advertsForOperator } from '@paidang/api/areas/views/admin-adverts'
import { ADVERT_PLACE_NAMES, ADVERT_PLACES, MAX_SHOWN_ADVERTS } from '@paidang/domain/areas/views/home/advert'
import { Button, Flex, Segmented, Tabs } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { DataTable } from '../../../ui/data-table'
import { Page } from '../../../ui/page'
import { advertColumns } from './advert-columns'
import { OpenAdverts } from './open-adverts'

/** The adverts on the home page of the app: present, future and past. */
export function AdvertsPage() {
  const [params, setParams] = useSearchParams()
  const place = ADVERT_PLACES.find((one) => one === params.get('place')) ?? 'top'
  const isOver = params.get('over') === '1'
  const go = (next: { place: string; isOver: boolean }) =>
    setParams({ place: next.place, ...(next.isOver && { over: '1' }) }, { replace: true })
  return (
    <Page
      title="广告"
      about={`小程序首页按这里的顺序显示进行中的广告，每个位置最多 ${MAX_SHOWN_ADVERTS} 条`}
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
          activeKey={place}
          onChange={(key) => go({ place: key, isOver })}
          tabBarStyle={{ margin: 0 }}
          items={ADVERT_PLACES.map((key) => ({ key, label: ADVERT_PLACE_NAMES[key] }))}
        />
        <Segmented
          aria-label="广告状态"
          value={isOver ? 'over' : 'open'}
          options={[
            { value: 'open', label: '进行中和未开始' },
            { value: 'over', label: '已结束' },
          ]}
          onChange={(value) => go({ place, isOver: value === 'over' })}
        />
      </Flex>
      {isOver ? (
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
