import * as calls from '@paidang/api/areas/views/admin-adverts'
import { type AdvertPlace, MAX_OPEN_ADVERTS } from '@paidang/domain/areas/views/home/advert'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { Failed } from '../../../ui/failed'
import { OrderedTable } from '../../../ui/ordered-table'
import { useAction } from '../../../ui/use-action'
import { advertColumns } from './advert-columns'

/** All present and future adverts of a place, so that they can be reordered. */
export function OpenAdverts({ place }: { place: AdvertPlace }) {
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
              {advert.state === 'running' && <EndButton advert={advert} />}
            </>
          ),
        },
      ]}
    />
  )
}

function EndButton({ advert: { id, title, revision } }: { advert: calls.ManagedAdvert }) {
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
          effect: '小程序首页马上不再显示它。之后可以修改结束时间重新投放。',
          okText: '结束',
        })
      }
    >
      结束
    </Button>
  )
}
