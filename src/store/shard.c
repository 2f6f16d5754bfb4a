/* Which shard a table belongs to: the same for all servers and all versions. */
#include "store/cluster.h"

/* FNV-1a; its lowest bits are the weakest. */
unsigned cluster_shard(const char *table)
{
    uint32_t hash = 2166136261u;
    for (; *table; table++)
        hash = (hash ^ (unsigned char)*table) * 16777619u;
    return (hash >> 16 ^ hash) % CLUSTER_SHARDS;
}
