SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 0.2, 0.1};
Disk(2) = {0.1, 0.05, 0, 0.02};
BooleanDifference(3) = { Surface{1}; Delete; }{ Surface{2}; Delete; };
Physical Curve("left", 1) = Curve In BoundingBox {-0.001,-1,-1,0.001,1,1};
Physical Curve("right", 2) = Curve In BoundingBox {0.199,-1,-1,0.201,1,1};
Physical Surface("plate") = {3};
Mesh.MeshSizeMax = 0.05;
