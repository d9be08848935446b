import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import * as calls from '@paidang/api/areas/activities/admin-products'
import { listCategories } from '@paidang/api/areas/activities/shop'
import { pressedKey } from '@paidang/domain/kernel/pressed-key'
import { Button, Drawer, Flex, Form, Input, Spin, Typography } from 'antd'
import { useState } from 'react'
import { useRead, useWrite } from '../../../platform/queries'
import { Failed } from '../../../ui/failed'
import { OrderedTable } from '../../../ui/ordered-table'
import { useAction } from '../../../ui/use-action'

const CHANGES = { changes: [calls.categoriesForOperator, calls.productsForOperator, listCategories] }
const MAX_NAME = 12

/** The categories of the shop, in the order in which the app shows them. */
export function CategoriesDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const read = useRead(calls.categoriesForOperator, {}, { enabled: open })
  return (
    <Drawer title="商品分类" size={520} open={open} onClose={onClose} destroyOnHidden>
      {read.data ? (
        <Flex vertical gap={16}>
          <Typography.Text type="secondary">小程序按这里的顺序显示；还有商品的分类不能删除。</Typography.Text>
          <CategoryTable categories={read.data} />
          <NewCategory />
        </Flex>
      ) : read.isError ? (
        <Failed error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Spin />
      )}
    </Drawer>
  )
}

function CategoryTable({ categories }: { categories: readonly calls.ManagedCategory[] }) {
  const { doIt, doAfterAsking } = useAction()
  const [renamed, setRenamed] = useState<string>()
  const order = useWrite(calls.orderCategories, CHANGES)
  const remove = useWrite(calls.deleteCategory, CHANGES)
  return (
    <OrderedTable
      rows={categories}
      nameOf={({ name }) => name}
      empty="还没有分类"
      onOrder={(ids) => doIt({ run: () => order.mutateAsync({ body: { ids } }), done: '顺序已保存' })}
      columns={[
        {
          title: '名称',
          render: (_, category) =>
            renamed === category.id ? (
              <RenameForm category={category} onClose={() => setRenamed(undefined)} />
            ) : (
              category.name
            ),
        },
        { title: '商品', dataIndex: 'productCount', align: 'right' },
        {
          title: '操作',
          align: 'right',
          render: (_, { id, name, productCount, revision }) => (
            <>
              <Button
                type="text"
                size="small"
                aria-label={`重命名${name}`}
                icon={<EditOutlined />}
                onClick={() => setRenamed(id)}
              />
              <Button
                type="text"
                size="small"
                danger
                aria-label={`删除${name}`}
                icon={<DeleteOutlined />}
                disabled={productCount > 0}
                onClick={() =>
                  doAfterAsking({
                    run: () => remove.mutateAsync({ params: { id }, query: { revision } }),
                    done: '分类已删除',
                    title: `删除分类「${name}」？`,
                    effect: '小程序里不再显示这个分类，不能恢复。',
                    okText: '删除',
                  })
                }
              />
            </>
          ),
        },
      ]}
    />
  )
}

function RenameForm({
  category: { id, name, revision },
  onClose,
}: {
  category: calls.ManagedCategory
  onClose: () => void
}) {
  const { doIt } = useAction()
  const rename = useWrite(calls.renameCategory, CHANGES)
  const submit = async (typed: { name: string }) => {
    const run = () => rename.mutateAsync({ params: { id }, body: { ...typed, revision } })
    if (await doIt({ run, done: '名称已保存' })) onClose()
  }
  return (
    <Form layout="inline" initialValues={{ name }} onFinish={submit}>
      <Form.Item name="name" rules={[{ required: true, whitespace: true, message: '请填写分类名称' }]}>
        <Input
          aria-label={`${name}的新名称`}
          maxLength={MAX_NAME}
          autoFocus
          style={{ width: 140 }}
          onKeyDown={(event) => {
            if (pressedKey(event.nativeEvent) !== 'Escape') return
            event.stopPropagation()
            onClose()
          }}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={rename.isPending}>
        保存
      </Button>
    </Form>
  )
}

function NewCategory() {
  const { doIt } = useAction()
  const [form] = Form.useForm<{ name: string }>()
  const create = useWrite(calls.createCategory, CHANGES)
  const submit = async (body: { name: string }) => {
    if (await doIt({ run: () => create.mutateAsync({ body }), done: '分类已新增' })) form.resetFields()
  }
  return (
    <Form form={form} layout="inline" onFinish={submit}>
      <Form.Item name="name" rules={[{ required: true, whitespace: true, message: '请填写分类名称' }]}>
        <Input aria-label="新分类名称" placeholder="新分类名称" maxLength={MAX_NAME} />
      </Form.Item>
      <Button htmlType="submit" loading={create.isPending}>
        新增分类
      </Button>
    </Form>
  )
}
