// Run by the health check of MongoDB in docker-compose.yml: makes the replica set of one at its first start.
const admin = db.getSiblingDB('admin');
admin.auth('operator', process.env.MONGO_INITDB_ROOT_PASSWORD);
const { setName, isWritablePrimary } = admin.hello();
if (!setName) rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] });
// not healthy in this round: the election takes a moment
if (!isWritablePrimary) quit(1);
