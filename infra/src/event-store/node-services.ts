import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import monitoringGrpc from '@eventstore/db-client/generated/monitoring_grpc_pb.js';
import operationsGrpc from '@eventstore/db-client/generated/operations_grpc_pb.js';
import persistentGrpc from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import projectionsGrpc from '@eventstore/db-client/generated/projections_grpc_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import usersGrpc from '@eventstore/db-client/generated/users_grpc_pb.js';
import type {
  ServerUnaryCall,
  ServiceDefinition,
  sendUnaryData,
  UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { unimplemented } from './errors.ts';

/** Version whose protocol this server implements. */
const SERVER_VERSION = '23.10.0.0';

const LEADER = 8;

type Respond = sendUnaryData<unknown>;

/** Implements every service except streams: node identity and features, and a clear error for the rest. */
export function nodeServices(
  instanceId: string,
): readonly (readonly [ServiceDefinition, UntypedServiceImplementation])[] {
  const gossip = {
    read: (call: ServerUnaryCall<unknown, unknown>, respond: Respond) =>
      respond(null, clusterInfo(instanceId, call)),
  };
  const features = {
    getSupportedMethods: (_: unknown, respond: Respond) => respond(null, supportedMethods()),
  };
  return [
    [gossipGrpc.GossipService, gossip],
    [featuresGrpc.ServerFeaturesService, features],
    ...[
      persistentGrpc.PersistentSubscriptionsService,
      projectionsGrpc.ProjectionsService,
      usersGrpc.UsersService,
      operationsGrpc.OperationsService,
      monitoringGrpc.MonitoringService,
    ].map((service) => [service, unimplementedService(service)] as const),
  ];
}

/** A cluster of one node at the address the client used. */
function clusterInfo(instanceId: string, call: ServerUnaryCall<unknown, unknown>) {
  const authority = new URL(`http://${call.getHost()}`);
  const endPoint = new gossipPb.EndPoint();
  endPoint.setAddress(authority.hostname);
  endPoint.setPort(Number(authority.port));
  const member = new gossipPb.MemberInfo();
  member.setInstanceId(uuid(instanceId));
  member.setTimeStamp(String(Date.now() * 10_000));
  member.setState(LEADER);
  member.setIsAlive(true);
  member.setHttpEndPoint(endPoint);
  const info = new gossipPb.ClusterInfo();
  info.setMembersList([member]);
  return info;
}

function supportedMethods() {
  const supported = new featuresPb.SupportedMethods();
  supported.setEventStoreServerVersion(SERVER_VERSION);
  supported.setMethodsList(
    [streamsGrpc.StreamsService, gossipGrpc.GossipService, featuresGrpc.ServerFeaturesService].flatMap(
      (service) =>
        Object.values<{ path: string }>(service).map(({ path }) => {
          const [, serviceName = '', methodName = ''] = path.toLowerCase().split('/');
          const method = new featuresPb.SupportedMethod();
          method.setServiceName(serviceName);
          method.setMethodName(methodName);
          return method;
        }),
    ),
  );
  return supported;
}

function unimplementedService(service: ServiceDefinition): UntypedServiceImplementation {
  return Object.fromEntries(
    Object.entries(service).map(([name, { path, responseStream }]) => {
      const error = unimplemented(path);
      return [
        name,
        responseStream
          ? (call: { emit(event: 'error', error: Error): unknown }) => call.emit('error', error)
          : (_: unknown, respond: Respond) => respond(error),
      ];
    }),
  );
}

function uuid(text: string): UUID {
  const message = new sharedPb.UUID();
  message.setString(text);
  return message;
}
